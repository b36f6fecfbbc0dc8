import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Role } from '#contract/account/user-fields.ts'
import { Level } from '#contract/catalog/playlists.ts'
import { ApprovalStatus } from '#contract/catalog/status.ts'
import { VISIBILITIES } from '#contract/catalog/visibility.ts'
import { REPORT_REASONS } from '#contract/reports/report-messages.ts'
import { NoteDraft } from '#contract/review/decisions.ts'
import { Chapter, Correction } from '#contract/video/video.ts'

const Person = z.strictObject({
  /** Names the person in the other files, and is the local part of the e-mail address. */
  key: z.string(),
  username: z.string(),
  role: Role,
  profession: z.string().optional(),
  isAdmin: z.boolean().default(false),
  /** What they say about the site. */
  siteQuote: z.string().optional(),
  look: z.strictObject({
    skin: z.string(),
    hair: z.string(),
    style: z.int(),
    glasses: z.boolean().optional(),
    beard: z.boolean().optional(),
  }),
})
export type DemoPerson = z.infer<typeof Person>

const Lesson = z.strictObject({ from: z.number(), to: z.number() })

const Course = z.strictObject({
  title: z.string(),
  /** The title of the section that begins with this course. */
  section: z.string().optional(),
  /** Of YouTube. Without one, the course shows the lesson that the program draws itself, for which it needs ffmpeg. */
  videoId: z.string().optional(),
  /** The seconds of that lesson, if it is not all of it. */
  lesson: Lesson.optional(),
  /** An estimate; the first player that loads the video reports its duration. */
  seconds: z.int().optional(),
  description: z.string(),
  status: ApprovalStatus.default('approved'),
})

type DemoCourse = z.infer<typeof Course>

const Playlist = z.strictObject({
  title: z.string(),
  category: z.string(),
  teacher: z.string(),
  status: ApprovalStatus,
  level: Level.optional(),
  language: z.string().optional(),
  promise: z.string().optional(),
  daysAgo: z.number(),
  description: z.string(),
  courses: z.array(Course),
})
export type DemoPlaylist = z.infer<typeof Playlist>

const Started = z.strictObject({
  playlist: z.string(),
  /** How many of its courses are done; the next one is half watched. */
  done: z.int(),
  /** Of the first student, on the course that is half watched. */
  notes: z.array(z.strictObject({ atSeconds: z.int(), text: z.string() })).default([]),
  question: z
    .strictObject({ atSeconds: z.int(), text: z.string(), answer: z.string(), thanks: z.string() })
    .optional(),
})
export type DemoStarted = z.infer<typeof Started>

const Learning = z.strictObject({
  /** What the students have started or finished, the most recent first. */
  started: z.array(Started),
  /** Keys of the teachers whom the students follow besides the first one. */
  followed: z.array(z.string()),
  /** How long the first student watched on each of the last days, yesterday first. */
  minutes: z.array(z.int()),
})
export type DemoLearning = z.infer<typeof Learning>

const Review = z.strictObject({
  /** A course that was sent back, and why. */
  changes: z.strictObject({
    course: z.string(),
    reasons: z.array(z.string()),
    message: z.string(),
    notes: z.array(NoteDraft),
  }),
  /** An approved course and its version that waits. */
  edit: z.strictObject({
    course: z.string(),
    title: z.string(),
    description: z.string(),
    videoId: z.string(),
  }),
  /** A playlist that waits once more after it was sent back, with what its teacher answered. */
  rounds: z.strictObject({
    playlist: z.string(),
    former: z.array(
      z.strictObject({
        reasons: z.array(z.string()),
        message: z.string(),
        note: NoteDraft,
        answer: z.string(),
      }),
    ),
    message: z.string(),
    description: z.string(),
  }),
})
export type DemoReview = z.infer<typeof Review>

const Groups = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      /** Keys of people. */
      lead: z.string().optional(),
      members: z.array(z.string()),
    }),
  ),
  /** Playlists that are not for everyone. */
  audiences: z.array(
    z.strictObject({
      playlist: z.string(),
      visibility: z.enum(VISIBILITIES),
      /** Names. */
      groups: z.array(z.string()).default([]),
    }),
  ),
  /** People who ask to become teachers. */
  requests: z.array(z.strictObject({ person: z.string(), daysAgo: z.number(), reason: z.string() })),
  invitation: z.strictObject({ name: z.string(), email: z.string(), groups: z.array(z.string()) }),
})
export type DemoGroups = z.infer<typeof Groups>

const Report = z.strictObject({
  comment: z.string(),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
})
export type DemoReport = z.infer<typeof Report>
const Captions = z.strictObject({
  course: z.string(),
  chapters: z.array(Chapter),
  corrections: z.array(Correction).optional(),
  captions: z.array(
    z.strictObject({
      language: z.string(),
      label: z.string(),
      /** The second at which a line begins, and the line. */
      lines: z.array(z.tuple([z.number(), z.string()])),
    }),
  ),
})
export type DemoCaptions = z.infer<typeof Captions>

export interface DemoContent {
  people: DemoPerson[]
  playlists: DemoPlaylist[]
  comments: [string, ...string[]]
  learning: DemoLearning
  review: DemoReview
  report: DemoReport
  groups: DemoGroups
  captions: DemoCaptions[]
}

/**
 * Reads the JSON files of this folder. Only a new site needs them, so no other start keeps them in memory. Without ffmpeg
 * there is no course with a drawn lesson.
 */
export function readContent({ hasFfmpeg }: { hasFfmpeg: boolean }): DemoContent {
  const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
  const isShown = ({ videoId }: DemoCourse) => hasFfmpeg || videoId !== undefined
  const playlists = z
    .array(Playlist)
    .parse(read('playlists.json'))
    .map((playlist) => ({ ...playlist, courses: playlist.courses.filter(isShown) }))
    .filter(({ courses }) => courses.length > 0)
  const titles = new Set(playlists.flatMap(({ courses }) => courses.map(({ title }) => title)))
  const captions = z.array(Captions).parse(read('captions.json'))
  return {
    people: z.array(Person).parse(read('people.json')),
    playlists,
    comments: z.tuple([z.string()], z.string()).parse(read('comments.json')),
    learning: Learning.parse(read('learning.json')),
    review: Review.parse(read('review.json')),
    report: Report.parse(read('report.json')),
    groups: Groups.parse(read('groups.json')),
    captions: captions.filter(({ course }) => hasFfmpeg || titles.has(course)),
  }
}
