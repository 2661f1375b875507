/**
 * Every wording of the app, grouped by area. Those of the product specification are unchanged, their spelling included;
 * the others are marked with `ours`.
 *
 * `messages.area` bundles that area alone, `const { area } = messages` all areas: code that loads before the sign-in
 * screen uses the first form.
 */
export * as messages from './catalogue';
