/** The documentation: its index and its pages. */

import "./docs.css";

import { get } from "../api";
import { block } from "../docs/blocks";
import { fill, h } from "../dom";
import { notFound, mainLink } from "../layout/not-found";
import type { Page, Visit } from "../router";
import type { DocCard, DocEntry, DocGroup, DocIndex, DocPage } from "../protocol";

const LOST = "The documentation cannot be had just now. Loading the page again usually helps.";

/** All pages, by what one wants to do. */
export async function openIndex({ outlet }: Visit): Promise<Page> {
  const index = await get<DocIndex>("/api/docs");
  const group = ({ title, pages }: DocGroup) => {
    const id = `group-${title.replace(/\W+/g, "-").toLowerCase()}`;
    return h(
      "section",
      { class: "mb-10 grid break-inside-avoid gap-3", "aria-labelledby": id },
      h("h2", { id, class: "pixel pixel-2" }, title),
      h("ul", { class: "rows" }, ...pages.map((page) => h("li", {}, card(page)))),
    );
  };
  fill(
    outlet,
    h(
      "div",
      { class: "mx-auto grid w-full max-w-6xl gap-8 px-5 py-10 sm:px-8" },
      h(
        "header",
        { class: "grid gap-2" },
        h("h1", { class: "pixel pixel-3" }, "Documentation"),
        h(
          "p",
          { class: "max-w-prose text-mist" },
          "How the three worlds are played, how to write a bot, and how to run a server of your own.",
        ),
      ),
      index
        ? h("div", { class: "gap-12 md:columns-2" }, ...index.groups.map(group))
        : h("p", { class: "text-mist" }, LOST),
      h(
        "p",
        { class: "text-mist" },
        "For programs: ",
        h("a", { href: "/api/openapi.json" }, "the HTTP interface as OpenAPI"),
        ".",
      ),
    ),
  );
  return { title: "Documentation" };
}

function card({ name, title, summary }: DocCard): HTMLElement {
  return h(
    "a",
    { class: "grid gap-0.5 py-3 no-underline hover:bg-night", href: `/docs/${name}` },
    h("span", { class: "font-semibold" }, title),
    summary && h("span", { class: "text-mist" }, summary),
  );
}

/** One page, with the ways to all others. */
export async function open({ outlet, params }: Visit): Promise<Page> {
  const name = params[0] ?? "";
  const [index, page] = await Promise.all([
    get<DocIndex>("/api/docs"),
    get<DocPage>(`/api/docs/${encodeURIComponent(name)}`),
  ]);
  if (!page) return missing(outlet, index !== null);
  const groups = index?.groups ?? [];
  const article = h("article", { class: "doc" }, ...page.blocks.map(block));
  const contents = page.contents.length > 1 ? contentsOf(page.contents) : null;
  fill(
    outlet,
    h(
      "div",
      { class: "doc-layout" },
      h(
        "nav",
        { class: "doc-pages", "aria-label": "Documentation" },
        h("a", { href: "/docs", class: "doc-link font-semibold" }, "Documentation"),
        ...groups.flatMap((group) => pagesOf(group, page.name)),
      ),
      h(
        "div",
        { class: "min-w-0" },
        h(
          "div",
          { class: "doc-folds" },
          h("p", {}, h("a", { href: "/docs" }, "Documentation"), ` · ${page.group}`),
          contents && h("details", {}, h("summary", {}, "On this page"), contentsOf(page.contents)),
        ),
        article,
        neighbours(page),
      ),
      contents &&
        h(
          "nav",
          { class: "doc-contents", "aria-label": "On this page" },
          h("p", { class: "doc-group" }, "On this page"),
          contents,
        ),
    ),
  );
  const stop = contents ? follow(article, contents) : () => {};
  return { title: page.title, close: stop };
}

function pagesOf({ title, pages }: DocGroup, here: string): HTMLElement[] {
  return [
    h("p", { class: "doc-group" }, title),
    h(
      "ul",
      {},
      ...pages.map((each) =>
        h(
          "li",
          {},
          h(
            "a",
            { class: "doc-link", href: `/docs/${each.name}`, "aria-current": each.name === here ? "page" : undefined },
            each.title,
          ),
        ),
      ),
    ),
  ];
}

function contentsOf(entries: readonly DocEntry[]): HTMLElement {
  return h(
    "ul",
    {},
    ...entries.map(({ level, id, text }) =>
      h("li", {}, h("a", { class: `doc-link ${level > 2 ? "pl-8" : ""}`, href: `#${id}` }, text)),
    ),
  );
}

function neighbours({ before, after }: DocPage): HTMLElement {
  const way = (card: DocCard, label: string, side: string) =>
    h(
      "a",
      { class: `panel doc-neighbour ${side}`, href: `/docs/${card.name}` },
      h("span", { class: "text-sm text-mist" }, label),
      h("span", { class: "font-semibold" }, card.title),
    );
  return h(
    "nav",
    { class: "doc-neighbours", "aria-label": "Neighbouring pages" },
    before && way(before, "Before", ""),
    after && way(after, "Next", "text-right sm:col-start-2"),
  );
}

/** Mark in the table of contents which part is being read. */
function follow(article: HTMLElement, contents: HTMLElement): () => void {
  const headings = [...article.querySelectorAll<HTMLElement>("h2[id], h3[id]")];
  const links = [...contents.querySelectorAll("a")];
  const mark = () => {
    const read = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3).length - 1;
    links.forEach((link, place) => {
      if (place === read) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };
  const watch = new IntersectionObserver(mark, { threshold: [0, 1], rootMargin: "0px 0px -66% 0px" });
  for (const heading of headings) watch.observe(heading);
  return () => watch.disconnect();
}

function missing(outlet: HTMLElement, reached: boolean): Page {
  const title = reached ? "There is no such page" : "The page cannot be had";
  const words = reached ? "The documentation has no page of this name." : LOST;
  return notFound(outlet, title, words, mainLink("/docs", "To the documentation"));
}
