import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist/", "node_modules/", "screenshots/", "src/generated/"] },
  js.configs.recommended,
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Drawings are text of our own, made from tokens and escaped words; nothing from a player enters them.
      "svelte/no-at-html-tags": "off",
      eqeqeq: "error",
      "no-restricted-globals": [
        "error",
        { name: "fetch", message: "The page speaks to the server through one module." },
      ],
    },
  },
  { files: ["src/net/api.ts", "public/worker.js"], rules: { "no-restricted-globals": "off" } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
);
