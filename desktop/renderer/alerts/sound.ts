import type { AlertClass } from '../../../shared/push.ts'
import { createStore, useStore } from '../live/store.ts'

/** A tone of a sound: start and duration in seconds, and frequency in hertz. */
type Note = [at: number, length: number, hertz: number]

/** Each class can be recognised by ear: a waiting visitor rises and rings longer, the others are short. */
const sounds: Record<AlertClass, Note[]> = {
  waiting: [
    [0, 0.16, 659],
    [0.17, 0.16, 784],
    [0.34, 0.34, 988],
    [0.85, 0.16, 659],
    [1.02, 0.16, 784],
    [1.19, 0.34, 988],
  ],
  mine: [
    [0, 0.12, 880],
    [0.14, 0.22, 1175],
  ],
  mention: [[0, 0.28, 1047]],
  missed: [
    [0, 0.2, 523],
    [0.22, 0.34, 392],
  ],
}

/** `blocked`: the browser plays nothing before the person interacts with the page. */
type SoundState = 'ready' | 'blocked' | 'none'

export const soundState = createStore<SoundState>('blocked')
export const useSoundState = (): SoundState => useStore(soundState, (state) => state)

let audio: AudioContext | undefined
/** Whether the browser allowed it once. Then it may play at any time. */
let hasRun = false
let sounding = 0

function context(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') {
    soundState.set('none')
    return undefined
  }
  if (!audio) {
    audio = new AudioContext()
    audio.onstatechange = () => updateState(audio!)
    updateState(audio)
  }
  return audio
}

function updateState(of: AudioContext): void {
  hasRun ||= of.state === 'running'
  soundState.set(hasRun && ['running', 'suspended'].includes(of.state) ? 'ready' : 'blocked')
  restWhenSilent(of)
}

/** A running context renders silence forever, which uses the processor and keeps the audio device awake. */
function restWhenSilent(of: AudioContext): void {
  if (sounding === 0 && of.state === 'running') void of.suspend()
}

/** Asks the browser for sound. Granted after a click or key, and on its own only if the page was used before. */
export async function wakeSound(): Promise<boolean> {
  const woken = context()
  if (!woken) return false
  // Without a user gesture, the promise stays pending.
  if (!hasRun) await Promise.race([woken.resume(), new Promise((resolve) => setTimeout(resolve, 300))])
  updateState(woken)
  return soundState.get() === 'ready'
}

/** Unblocks sound with the first interaction on the page. @returns a function that stops waiting for it */
export function wakeOnGesture(): () => void {
  const gestures = ['pointerdown', 'keydown'] as const
  const wake = () => {
    void wakeSound().then((isReady) => isReady && stop())
  }
  const stop = () => {
    for (const gesture of gestures) removeEventListener(gesture, wake, true)
  }
  for (const gesture of gestures) addEventListener(gesture, wake, true)
  void wakeSound().then((isReady) => isReady && stop())
  return stop
}

/** Plays the sound of a class at a `volume` from 0 to 1. Does nothing if sound is blocked. */
export function play(name: AlertClass, volume: number): void {
  if (!audio || soundState.get() !== 'ready' || volume <= 0) return
  // Its clock stops while it is suspended: a sound starts when it resumes.
  const begin = audio.currentTime + 0.02
  for (const [at, length, hertz] of sounds[name]) playNote(audio, begin + at, length, hertz, volume)
  void audio.resume()
}

function playNote(on: AudioContext, at: number, length: number, hertz: number, volume: number): void {
  const tone = new OscillatorNode(on, { type: 'triangle', frequency: hertz })
  const loudness = new GainNode(on, { gain: 0 })
  // Loudness is perceived logarithmically: half the volume should sound half as loud.
  loudness.gain.setValueAtTime(0, at)
  loudness.gain.linearRampToValueAtTime(volume ** 2 * 0.6, at + 0.015)
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + length)
  tone.connect(loudness).connect(on.destination)
  sounding++
  tone.onended = () => {
    sounding--
    restWhenSilent(on)
  }
  tone.start(at)
  tone.stop(at + length + 0.05)
}
