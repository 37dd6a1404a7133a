import "./type.css";
import "./tokens.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { keep } from "./lib/keep.svelte";
import { tongue } from "./lib/texts/tongue.svelte";

await tongue.speak(keep.language);
export default mount(App, { target: document.getElementById("app")! });
