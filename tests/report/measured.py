"""What tests and `benchmarks/pages.py` measure of a page that is open: how long it is, and how soon it shows a picture."""

MEASURED = r"""
(() => {
  const pictures = ".picture-of, .cards svg, table.said, main figure svg, .cv-board, .cv-board-n, main table";
  const picture = [...document.querySelectorAll(pictures)].find((one) => one.getClientRects().length);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), words = (text) => text.split(/\s+/).filter(Boolean).length;
  let above = 0;
  while (walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    if (picture.contains(node) || picture.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) break;
    if (!parent.closest("script, style, noscript, option, svg, #say") && parent.getClientRects().length) above += words(node.data);
  }
  const answer = document.querySelector("#answer")?.textContent.trim() ?? "";
  return {
    screens: document.documentElement.scrollHeight / innerHeight, before: picture.getBoundingClientRect().top / innerHeight, above,
    words: words(answer), sentences: answer.split(/(?<=[.?!]) (?=[A-Z])/).length,
    contents: document.querySelectorAll("nav a").length, wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    title: document.querySelector("h1").textContent,
  };
})()
"""
