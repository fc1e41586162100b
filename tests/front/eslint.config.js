// The rules of the front end; `make lint` runs them from the top of the repository.

const BROWSER = [
  "AbortController", "addEventListener", "atob", "Blob", "cancelAnimationFrame", "clearInterval", "clearTimeout", "CustomEvent",
  "DecompressionStream", "fetch", "dispatchEvent", "document", "Element", "Event", "getComputedStyle", "history",
  "HTMLAnchorElement", "Image", "innerHeight", "innerWidth", "localStorage", "location", "matchMedia", "MediaRecorder", "navigator",
  "performance",
  "requestAnimationFrame", "ResizeObserver", "Response", "sessionStorage", "setInterval", "setTimeout", "TextDecoder", "URL",
  "URLSearchParams", "window",
];
const NODE = ["AbortController", "Buffer", "EventTarget", "setImmediate", "TextEncoder", "URLSearchParams"];
const named = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));
const RULES = {
  "no-undef": "error",
  "no-unused-vars": "error",
  "no-redeclare": "error",
  "no-shadow-restricted-names": "error",
  "no-var": "error",
  "prefer-const": ["error", {destructuring: "all"}],
  "eqeqeq": ["error", "always"],
  "no-implicit-globals": "error",
  "max-lines": ["error", 250],
  "max-lines-per-function": ["error", 60],
  "no-warning-comments": "error",
};
const OWNED = ["location", "history", "sessionStorage", "localStorage"];
const ADDRESS = "only address.js reads or writes the address";
const HTML = "only html.js makes elements from text: use html`…` and setHtml()";
const markup = (name) => ({selector: `MemberExpression[property.name=${name}]`, message: HTML});
const LONG = {
  meta: {type: "layout", schema: []},
  create: (context) => ({
    Program() {
      context.sourceCode.lines.forEach((line, i) => {
        if (line.length > 140) context.report({loc: {line: i + 1, column: 140}, message: "a line has at most 140 characters"});
      });
    },
  }),
};

export default [
  {
    files: ["cspa_explore/player/front/*.js"],
    languageOptions: {ecmaVersion: 2023, sourceType: "module", globals: named(BROWSER)},
    plugins: {cspa: {rules: {"max-len": LONG}}},
    rules: {...RULES, "cspa/max-len": "error"},
  },
  {
    files: ["cspa_explore/player/front/*.js"],
    ignores: ["**/address.js"],
    rules: {
      "no-restricted-globals": ["error", ...OWNED.map((name) => ({name, message: ADDRESS}))],
      "no-restricted-properties": ["error", ...OWNED.flatMap((property) =>
        ["window", "document"].map((object) => ({object, property, message: ADDRESS})))],
    },
  },
  {
    files: ["cspa_explore/player/front/*.js"],
    rules: {
      "no-restricted-syntax": ["error",
        {selector: "AssignmentExpression[left.object.name=window]", message: "no globals: other components live on the page"}],
    },
  },
  {
    files: ["cspa_explore/player/front/*.js"],
    ignores: ["**/html.js"],
    rules: {
      "no-restricted-syntax": ["error", ...["innerHTML", "outerHTML", "insertAdjacentHTML", "createContextualFragment"].map(markup),
        {selector: "AssignmentExpression[left.object.name=window]", message: "no globals: other components live on the page"}],
    },
  },
  {
    files: ["tests/front/*.js"],
    languageOptions: {ecmaVersion: 2023, sourceType: "module", globals: named(NODE)},
    plugins: {cspa: {rules: {"max-len": LONG}}},
    rules: {...RULES, "cspa/max-len": "error", "max-lines-per-function": "off"},
  },
];
