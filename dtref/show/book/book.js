"use strict";
(() => {
  const box = document.querySelector(".search input");
  const list = document.querySelector("#search-found");
  const count = document.querySelector(".search output");
  const MOST = 60;
  let index = null;
  let chosen = -1;

  // Data from disk may only be loaded as a script: it is, when somebody first means to search.
  const load = () => {
    if (index !== null) return;
    index = [];
    const script = document.createElement("script");
    script.src = "index.js";
    script.onload = () => {
      index = window.bookIndex.map((row) => [...row, plain(`${row[1]} ${row[3]}`)]);
      search();
    };
    document.head.append(script);
  };

  const plain = (text) => text.toLowerCase().replaceAll("_", " ");

  // Better places have smaller numbers: the title itself, its start, a word in it, then the other words.
  const rank = (title, words, query) => {
    const low = plain(title);
    if (low === query) return 0;
    if (low.startsWith(query)) return 1;
    if (words.every((word) => low.includes(word))) return 2;
    return 3;
  };

  const search = () => {
    const query = plain(box.value.trim());
    const words = query.split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : index
      .map((row, i) => ({ row, i }))
      .filter(({ row }) => words.every((word) => row[4].includes(word)))
      .map(({ row, i }) => ({ row, i, rank: rank(row[1], words, query) }))
      .sort((a, b) => a.rank - b.rank || a.i - b.i);
    list.replaceChildren(...found.slice(0, MOST).map(({ row }, n) => item(row, n)));
    count.textContent = words.length === 0 ? "" : `${found.length} found`;
    show(found.length > 0);
    choose(found.length > 0 ? 0 : -1);
  };

  const item = ([kind, title, place, more], n) => {
    const entry = document.createElement("li");
    const link = document.createElement("a");
    const parts = [["i", kind], ["b", title], ["span", more]].map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text }));
    Object.assign(entry, { id: `search-found-${n}`, role: "option" });
    Object.assign(link, { href: place, tabIndex: -1 });
    link.append(...parts);
    entry.append(link);
    return entry;
  };

  const show = (open) => {
    list.hidden = !open;
    box.setAttribute("aria-expanded", String(open));
  };

  const choose = (n) => {
    chosen = n;
    [...list.children].forEach((entry, i) => entry.setAttribute("aria-selected", String(i === n)));
    if (n < 0) box.removeAttribute("aria-activedescendant");
    else {
      box.setAttribute("aria-activedescendant", `search-found-${n}`);
      list.children[n].scrollIntoView({ block: "nearest" });
    }
  };

  const go = () => {
    if (chosen >= 0) {
      location.href = list.children[chosen].querySelector("a").href;
      close();
    }
  };

  const close = () => {
    show(false);
    choose(-1);
  };

  box.addEventListener("focus", load);
  box.addEventListener("input", () => { load(); search(); });
  box.form.addEventListener("submit", (event) => { event.preventDefault(); go(); });
  box.addEventListener("keydown", (event) => {
    const last = list.children.length - 1;
    if (event.key === "ArrowDown" && last >= 0) { show(true); choose(Math.min(chosen + 1, last)); event.preventDefault(); }
    if (event.key === "ArrowUp" && last >= 0) { choose(Math.max(chosen - 1, 0)); event.preventDefault(); }
    if (event.key === "Escape") { box.value = ""; search(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) { box.focus(); event.preventDefault(); }
  });
  document.addEventListener("click", (event) => { if (!event.target.closest(".search")) close(); });

  const current = document.querySelector(".top [aria-current]");
  if (current) current.parentElement.scrollLeft = current.offsetLeft - 16;

  // What an address names may be folded away: it opens.
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let around = target?.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    target?.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  if (location.hash) unfold();
})();
