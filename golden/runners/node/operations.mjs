// Every operation that is here, by name.
import * as impurity from "./impurity.mjs";
import * as confusion from "./confusion.mjs";
import * as ranking from "./ranking.mjs";
import * as losses from "./losses.mjs";
import * as distributions from "./distributions.mjs";
import * as intervals from "./intervals.mjs";
import * as comparison from "./comparison.mjs";
import * as estimation from "./estimation.mjs";
import * as trees from "./trees.mjs";
import * as description from "./description.mjs";
import * as pruning from "./pruning.mjs";
import * as preparation from "./preparation.mjs";
import * as ensembles from "./ensembles.mjs";
import * as views from "./views.mjs";
import * as linear from "./linear.mjs";

export const OPERATIONS = Object.assign({}, ...[impurity, confusion, ranking, losses, distributions, intervals, comparison, estimation, trees, description, pruning, preparation, ensembles, views, linear].map(m => m.operations));
