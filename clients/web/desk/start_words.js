// @ts-check
// The texts of the start page.

export { tellStart } from "./words.js";
