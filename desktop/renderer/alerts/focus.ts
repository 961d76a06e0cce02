/** Called now and whenever the page gets or loses the focus: what lies behind another window is not looked at. */
export function watchFocus(changed: (isFocused: boolean) => void): () => void {
  const tell = () => changed(document.visibilityState === 'visible' && document.hasFocus())
  const end = new AbortController()
  for (const type of ['focus', 'blur'] as const) addEventListener(type, tell, { signal: end.signal })
  document.addEventListener('visibilitychange', tell, { signal: end.signal })
  tell()
  return () => end.abort()
}
