import type { Call } from '#contract/api.ts'
import type { CallName } from '#contract/calls.ts'
import type { AppContext, VisitorHandler } from '../context.ts'
import { absoluteMedia } from './respond.ts'

/** Calls endpoints for a rendered page: as a visitor, without HTTP and without rate limits. */
export function createVisitorCall(context: AppContext, mediaUrl?: string): Call
export function createVisitorCall(context: AppContext, mediaUrl?: string): unknown {
  return async (name: CallName, input: Parameters<VisitorHandler>[0] = {}) => {
    const answer = context.visitorHandlers.get(name)
    if (!answer) throw new Error(`No endpoint answers ${name}`)
    const answered = await answer(input)
    return mediaUrl ? JSON.parse(absoluteMedia(JSON.stringify(answered), mediaUrl)) : answered
  }
}
