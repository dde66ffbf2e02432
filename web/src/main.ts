import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/base.css";

const target = document.getElementById("page");
if (!target) throw new Error("The page has no place for itself.");
mount(App, { target });

/* The shell is kept by the browser, so that the page opens at once and installs as an app. */
if (import.meta.env.PROD && isSecureContext && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/worker.js");
}
