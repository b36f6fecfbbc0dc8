import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { countOf, formatTime } from '#contract/format.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { text } from '#contract/text.ts'

export const CAPTIONS_MAX_BYTES = 1024 * 1024
export const CAPTIONS_TOO_LARGE = 'Captions file is too large. The limit is 1 MB.'
export const CAPTIONS_REQUIRED = 'Choose a .vtt or .srt file.'
export const CAPTIONS_NOT_TEXT =
  'The file is not a text. Save the captions as a .vtt or .srt file in UTF-8 and choose it again.'
/** How many languages the captions of a video may have. */
export const CAPTIONS_MAX = 40
export const CAPTIONS_REACHED = `A video can have captions in at most ${CAPTIONS_MAX} languages.`

const Named = z.object({ _id: Id, language: z.string(), label: z.string() })

/** Captions as a player offers them. `auto`: a program wrote them, and the teacher has not checked them yet. */
export const CaptionsRef = Named.extend({ auto: z.literal(true).optional() }).meta({ id: 'CaptionsRef' })
export type CaptionsRef = z.infer<typeof CaptionsRef>

/** Captions as their teacher sees them. `auto`: a program wrote them, and the teacher has not checked them yet. */
export const Captions = Named.extend({
  origin: z.enum(['upload', 'auto']),
  cuesCount: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}).meta({ id: 'Captions' })
export type Captions = z.infer<typeof Captions>

/** Times in seconds; the text is what is said, without markup. */
export const Cue = z.object({ start: z.number(), end: z.number(), text: z.string() }).meta({ id: 'Cue' })
export type Cue = z.infer<typeof Cue>

const LABEL_MAX = 60
const Label = text({
  label: 'Label',
  min: 0,
  max: LABEL_MAX,
  short: 'Label must be a text.',
  long: `Label must be at most ${LABEL_MAX} characters.`,
})

/** `312 cues start after the end of the video (12:40).` */
export function lateCues(count: number, duration: number): string {
  return `${countOf(count, 'cue starts', 'cues start')} after the end of the video (${formatTime(duration)}).`
}

export const captionsApi = {
  list: endpoint('captions.list', {
    summary: 'The captions of a course by language, for its teacher and admins',
    reply: z.object({ captions: z.array(Captions) }),
  }),
  file: endpoint('captions.file', {
    summary: 'The captions of a course in one language, as a WebVTT file',
    reply: z.string(),
    contentType: 'text/vtt; charset=utf-8',
  }),
  save: endpoint('captions.save', {
    summary: 'Add or replace the captions of one’s own course in one language: a .vtt or .srt file',
    rate: 'upload',
    /**
     * Without a label it is the English name of the language. `edited`: the file is the one of `captions.file` with other cues,
     * and these are taken word for word. With `updatedAt` nothing is overwritten that was saved since.
     */
    body: z.object({
      label: Label.optional(),
      edited: z.enum(['true'], 'Edited must be true.').optional(),
      updatedAt: Timestamp.optional(),
    }),
    imageRequired: CAPTIONS_REQUIRED,
    file: {
      maxBytes: CAPTIONS_MAX_BYTES,
      tooLarge: CAPTIONS_TOO_LARGE,
      types: ['text/vtt', 'application/x-subrip'],
    },
    /** `encoding`: how a file that is not in UTF-8 was read. `firstCues` show whether that was right. */
    reply: WriteReply.extend({
      captions: Captions,
      warning: z.string().optional(),
      encoding: z.string().optional(),
      firstCues: z.array(Cue),
    }),
  }),
  remove: endpoint('captions.remove', {
    summary: 'Delete the captions of one’s own course in one language',
    reply: WriteReply,
  }),
  cues: endpoint('captions.cues', {
    summary: 'The cues of captions, for those who may watch the course',
    reply: z.object({ cues: z.array(Cue) }),
  }),
}
