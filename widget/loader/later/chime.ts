/** Frequencies in hertz, one after the other. */
const notes = [784, 1047]
const noteLength = 0.18
const loudness = 0.08
/** Other tabs stay silent for this long, in milliseconds. */
const silence = 1_000

/**
 * Plays two soft notes, in one tab of the browser. They are computed, so nothing is loaded. A page that was not used yet
 * stays silent, because browsers do not let it play.
 * @param name of the lock that tabs share
 */
export function playChime(name: string): void {
  const { userActivation, locks } = navigator
  if (userActivation && !userActivation.hasBeenActive) return
  if (!locks) {
    play()
    return
  }
  void locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    play()
    await new Promise((resolve) => setTimeout(resolve, silence))
  })
}

function play(): void {
  const audio = new AudioContext()
  notes.forEach((frequency, at) => {
    const start = audio.currentTime + at * noteLength
    const tone = new OscillatorNode(audio, { frequency })
    const gain = new GainNode(audio, { gain: 0 })
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(loudness, start + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 2 * noteLength)
    tone.connect(gain).connect(audio.destination)
    tone.start(start)
    tone.stop(start + 2 * noteLength)
    // An open context keeps the audio device awake.
    if (at === notes.length - 1) tone.onended = () => void audio.close()
  })
}
