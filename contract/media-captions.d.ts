/** The part of media-captions that we use. Its own types do not resolve in Node's module system. */
declare module 'media-captions' {
  interface ParsedCue {
    startTime: number
    endTime: number
    text: string
  }
  /** Throws a ParseError at the first mistake when `strict` is set. */
  export function parseText(
    text: string,
    options: { type: 'vtt' | 'srt'; strict: boolean },
  ): Promise<{ cues: ParsedCue[] }>
  export class ParseError extends Error {
    readonly code: number
    readonly line: number
  }
  export const ParseErrorCode: {
    readonly BadSignature: number
    readonly BadTimestamp: number
    readonly BadSettingValue: number
    readonly UnknownSetting: number
  }
}
