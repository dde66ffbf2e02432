import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/base.css";

const target = document.getElementById("page");
if (!target) throw new Error("The page has no place for itself.");
mount(App, { target });
