"use strict";
// Cards show one number of players at a time; without this all of them are listed.
for (const card of document.querySelectorAll(".card")) {
  const faces = [...card.querySelectorAll(".face")];
  const tabs = [...card.querySelectorAll(".tabs a")];
  const show = (wanted) => {
    faces.forEach((face, place) => { face.hidden = place !== wanted; });
    tabs.forEach((tab, place) => tab.setAttribute("aria-current", String(place === wanted)));
  };
  tabs.forEach((tab, place) => tab.addEventListener("click", (event) => {
    event.preventDefault();
    show(place);
  }));
  show(Number(card.dataset.first));
}
