// What axe-core says of a page, unfolded. known: the looks of texts that were asked before. In: [rules, rules of colour, whether every rule, known].
async ([rules, ofColour, everyRule, knownLooks]) => {
    for (const each of document.querySelectorAll("details")) each.open = true
    // how each element looks, with all around it, as a short text
    const known = new Set(knownLooks), looks = new Map(), fresh = {}
    const style = element => {
        const s = getComputedStyle(element)
        return [s.color, s.backgroundColor, s.backgroundImage, s.fontSize, s.fontWeight, s.opacity, s.textDecorationLine].join()
    }
    const short = text => {
        let hash = 7
        for (let i = 0; i < text.length; i++) hash = (hash * 33 + text.charCodeAt(i)) % 2 ** 47
        return hash.toString(36)
    }
    const look = element => {
        if (!element) return ""
        if (!looks.has(element)) looks.set(element, short(look(element.parentElement) + ">" + element.localName + style(element)))
        return looks.get(element)
    }
    for (const element of document.body.querySelectorAll("*")) {
        const text = [...element.childNodes].some(node => node.nodeType == 3 && node.data.trim())
        if (!text && element.localName != "input" || known.has(look(element)) || look(element) in fresh) continue
        fresh[look(element)] = true
        element.dataset.fresh = ""
    }
    // every rule but those of colour, of all; those of colour, of what looks like nothing before
    const options = { preload: false, selectors: false, resultTypes: ["violations"] }
    const found = []
    if (everyRule) {
        const off = Object.fromEntries(ofColour.map(rule => [rule, { enabled: false }]))
        found.push(...(await axe.run({ ...options, runOnly: rules, rules: off })).violations)
    }
    if (Object.keys(fresh).length) {
        const only = { ...options, runOnly: { type: "rule", values: ofColour } }
        found.push(...(await axe.run({ include: "[data-fresh]" }, only)).violations)
    }
    return {
        fresh: Object.keys(fresh),
        violations: found.map(each => ({ id: each.id, nodes: each.nodes.map(node => node.html.slice(0, 200)) })),
        wider: document.documentElement.scrollWidth - innerWidth,
    }
}
