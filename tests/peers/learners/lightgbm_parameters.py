"""The parameters of LightGBM's library that shape no first tree, or none but with what dtref refuses."""

from __future__ import annotations

SHAPELESS_IN_LIGHTGBM = frozenset((
    # files, texts, machines, prediction
    *("config", "convert_model", "convert_model_language", "data", "header", "input_model", "output_model", "output_result", "task"),
    *("parser_config_file", "precise_float_parser", "save_binary", "saved_feature_importance_type", "snapshot_freq", "valid", "verbosity"),
    *("group_column", "ignore_column", "label_column", "weight_column", "two_round", "pre_partition", "time_out", "machines"),
    *("local_listen_port", "machine_list_filename", "num_machines", "num_threads", "device_type", "gpu_device_id", "gpu_device_id_list"),
    *("gpu_platform_id", "gpu_use_dp", "num_gpu", "tree_learner", "top_k", "histogram_pool_size", "force_col_wise", "force_row_wise"),
    *("deterministic", "is_enable_sparse", "num_iteration_predict", "start_iteration_predict", "pred_early_stop", "pred_early_stop_freq"),
    *("pred_early_stop_margin", "predict_contrib", "predict_disable_shape_check", "predict_leaf_index", "predict_raw_score"),
    # more trees, and their measure
    *("num_iterations", "metric", "metric_freq", "eval_at", "early_stopping_round", "early_stopping_min_delta", "first_metric_only"),
    *("is_provide_training_metric", "auc_mu_weights", "multi_error_top_k", "label_gain", "refit_decay_rate"),
    # how columns are kept: many records, and sparse ones
    *("bin_construct_sample_cnt", "data_random_seed", "enable_bundle"),
    # of columns that are no numbers
    *("categorical_feature", "cat_l2", "cat_smooth", "max_cat_threshold", "max_cat_to_onehot", "min_data_per_group"),
    # of other objectives
    *("alpha", "fair_c", "num_class", "objective_seed", "poisson_max_delta_step", "tweedie_variance_power", "lambdarank_norm"),
    *("lambdarank_position_bias_regularization", "lambdarank_truncation_level"),
    # of what is refused: samples of records (a fraction without bagging_freq is none) and columns, dart, goss, constraints, costs, lines
    *("bagging_by_query", "bagging_fraction", "bagging_freq", "bagging_seed", "pos_bagging_fraction", "neg_bagging_fraction", "seed"),
    *("feature_fraction_seed", "extra_seed", "drop_rate", "drop_seed", "max_drop", "skip_drop", "uniform_drop", "xgboost_dart_mode"),
    *("other_rate", "top_rate", "monotone_constraints_method", "monotone_penalty", "cegb_tradeoff", "cegb_penalty_feature_coupled"),
    *("cegb_penalty_feature_lazy", "feature_contri", "forcedbins_filename", "forcedsplits_filename", "max_bin_by_feature"),
    *("linear_lambda", "num_grad_quant_bins", "quant_train_renew_leaf", "stochastic_rounding"),
))  # fmt: skip
