/**
 * Makes an element. Children become nodes or text, never HTML.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties] DOM properties; names with a hyphen and `role` are set as attributes,
 *   `undefined` is left out.
 * @param {...(Node | string | null | undefined)} children `null` and `undefined` are left out.
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  // Children first: with `dir=auto` already set, a browser would look through all the text again for each of them.
  made.append(...children.filter((child) => child !== null && child !== undefined))
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue
    if (name.includes('-') || name === 'role') made.setAttribute(name, String(value))
    else Reflect.set(made, name, value)
  }
  return made
}
