/** Which of the buttons an arrow key leads to: along the row, or to the row above or below. Undefined for other keys. */
export function targetOf(key: string, buttons: readonly HTMLElement[], at: number, isRightToLeft: boolean) {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const columns = Math.max(1, buttons.filter((button) => button.offsetTop === buttons[0]?.offsetTop).length)
  const steps: Record<string, number> = {
    [forward]: at + 1,
    [back]: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: buttons.length - 1,
  }
  return Object.hasOwn(steps, key) ? buttons[steps[key] as number] : undefined
}

/** Moves the focus among the buttons of the element with the arrow keys. @returns the button that has it now */
export function moveFocus(event: KeyboardEvent): HTMLElement | undefined {
  const list = event.currentTarget as HTMLElement
  const buttons = [...list.querySelectorAll<HTMLElement>('button')]
  const at = buttons.indexOf(event.target as HTMLElement)
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return undefined
  const isRightToLeft = getComputedStyle(list).direction === 'rtl'
  const isArrow = /^Arrow|^Home$|^End$/.test(event.key)
  if (isArrow) event.preventDefault()
  const target = targetOf(event.key, buttons, at, isRightToLeft)
  target?.focus()
  return target
}
