import type { FaultCode } from './player.ts'

/** The frame of a host did not load, or it loaded and sent no message. */
export type Silence = Extract<FaultCode, 'not-loaded' | 'no-messages'>

/** A host that is silent may be blocked on the viewer's network, which says nothing about its video. */
export const isSilence = (code: FaultCode): code is Silence => code === 'not-loaded' || code === 'no-messages'
