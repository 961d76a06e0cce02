import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publishEphemeral } from '../../desktop/renderer/live/ephemeral.ts'
import { createReadMarks } from '../../desktop/renderer/live/read-marks.ts'

const cut = new TRPCClientError('WebSocket closed')
const refused = TRPCClientError.from({ error: { code: -32004, message: 'No', data: { httpStatus: 404 } } } as never)
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('how far somebody has read', () => {
  let told: string[]
  let fault: Error | undefined

  const open = () =>
    createReadMarks({
      send: async (conversation, messageId) => {
        told.push(`${conversation} ${messageId}`)
        if (fault) throw fault
      },
      isRefused: (error) => error === refused,
    })

  beforeEach(() => {
    told = []
    fault = undefined
  })

  test('is told once where the server takes it', async () => {
    const marks = open()
    marks.mark('a', 'm1')
    await settled()
    marks.resend()
    expect(told).toEqual(['a m1'])
  })

  test('is told again after a cut, and then only the last of each conversation', async () => {
    const marks = open()
    fault = cut
    for (const [conversation, message] of [
      ['a', 'm1'],
      ['a', 'm2'],
      ['b', 'm3'],
    ] as const)
      marks.mark(conversation, message)
    await settled()
    marks.resend()
    await settled()
    expect(told.slice(3)).toEqual(['a m2', 'b m3'])
    fault = undefined
    marks.resend()
    await settled()
    marks.resend()
    expect(told.slice(5)).toEqual(['a m2', 'b m3'])
  })

  test('is let go where the server will never take it', async () => {
    const marks = open()
    fault = refused
    marks.mark('a', 'm1')
    await settled()
    marks.resend()
    expect(told).toEqual(['a m1'])
  })
})

describe('what is of the moment', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })
  afterEach(() => vi.useRealTimers())

  /** How often it was told, where it fails with these one after the other and is still so or not. */
  async function times(faults: Error[], isStillSo = true): Promise<number> {
    let count = 0
    const tell = async () => {
      const fault = faults[count++]
      if (fault) throw fault
    }
    const over = publishEphemeral(tell, () => isStillSo)
    await vi.runAllTimersAsync()
    await over
    return count
  }

  test('is told once more where it failed, unless it is over by then', async () => {
    expect([await times([]), await times([cut]), await times([cut], false)]).toEqual([1, 2, 1])
    expect(console.warn).not.toHaveBeenCalled()
  })

  test('is let go with a line on the console where it fails twice, or is refused', async () => {
    expect([await times([cut, cut]), await times([refused])]).toEqual([2, 1])
    expect(console.warn).toHaveBeenCalledTimes(2)
  })
})
