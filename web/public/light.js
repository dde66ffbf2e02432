// The light and the language are set before the first paint, so that nothing flashes. Kept small and outside the bundle:
// it must run before anything else, and a strict policy for content allows no script inside the page.
(function () {
  var root = document.documentElement;
  var kept;
  try {
    kept = JSON.parse(localStorage.getItem("grimorio") || "{}") || {};
  } catch {
    kept = {};
  }
  var light = window.matchMedia("(prefers-color-scheme: light)").matches;
  root.dataset.theme = kept.theme === "light" || kept.theme === "dark" ? kept.theme : light ? "light" : "dark";
  root.lang = kept.lang === "it" || kept.lang === "en" ? kept.lang : /^it\b/i.test(navigator.language) ? "it" : "en";
})();
