import type { FaultCode } from '#contract/video/player.ts'
import { STILL_PREPARED } from '#contract/video/upload-messages.ts'

interface FaultText {
  /** `{host}` is the name of the video's host. */
  text: string
  action: 'watch there' | 'try again' | 'none'
}

const NOT_STARTED: FaultText = { text: 'The video could not be started.', action: 'try again' }
const NOT_ALLOWED: FaultText = {
  text: 'The owner of this video does not allow it to be played here.',
  action: 'watch there',
}

/** What the user reads for each fault; a frame without messages is played with its own controls instead. */
const FAULTS: Readonly<Record<Exclude<FaultCode, 'no-messages'>, FaultText>> = {
  '100': { text: 'This video was removed by its owner.', action: 'none' },
  '101': NOT_ALLOWED,
  '150': NOT_ALLOWED,
  '153': NOT_STARTED,
  '2': NOT_STARTED,
  '5': NOT_STARTED,
  vimeo: NOT_STARTED,
  file: NOT_STARTED,
  'not-ready': { text: STILL_PREPARED, action: 'try again' },
  'not-loaded': {
    text: '{host} is not responding. It may be blocked on your network.',
    action: 'try again',
  },
}

export type ShownFault = keyof typeof FAULTS

export function faultText(code: ShownFault, host: string): FaultText {
  const { text, action } = FAULTS[code]
  return { text: text.replace('{host}', host), action }
}
