/**
 * Every wording of the app, grouped by area. Those of the specification stand to the letter,
 * their spelling included; the others are marked with `ours`.
 *
 * `messages.area` as an expression brings along that area alone. What loads before the sign-in
 * screen says it so; `const { area } = messages` brings along all of them.
 */
export * as messages from './catalogue';
