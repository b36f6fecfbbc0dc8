/** How much of each there is; the figures of docs/measurements.md come from `large`. */
export interface Scale {
  playlists: number
  courses: number
  users: number
  comments: number
  likes: number
  saves: number
  /** Of so many courses, with 20 passages each. */
  captions: number
  /** Comments of the one course that everybody talks about. */
  mostComments: number
  /** Half of the playlists are then restricted, half of these to one group each; without groups all are public. */
  groups?: number
}

const LARGE: Scale = {
  playlists: 100_000,
  courses: 500_000,
  users: 100_000,
  comments: 2_000_000,
  likes: 3_000_000,
  saves: 500_000,
  captions: 100_000,
  mostComments: 100_000,
}

function part(of: number): Scale {
  return {
    playlists: LARGE.playlists / of,
    courses: LARGE.courses / of,
    users: LARGE.users / of,
    comments: LARGE.comments / of,
    likes: LARGE.likes / of,
    saves: LARGE.saves / of,
    captions: LARGE.captions / of,
    mostComments: LARGE.mostComments / of,
  }
}

/** All captions of the large site and little else: what is searched in videos, seeded in minutes. */
const CAPTIONED: Scale = { ...part(100), playlists: 20_000, courses: 100_000, captions: LARGE.captions }

/** Playlists for members and groups, seeded in minutes, and a site of a hundredth of them. */
const RESTRICTED: Scale = { ...part(100), playlists: 100_000, courses: 200_000, users: 20_000, groups: 500 }
const RESTRICTED_SMALL: Scale = { ...part(100), courses: 2000, groups: 5 }

export const SCALES = {
  small: part(100),
  medium: part(10),
  large: LARGE,
  captioned: CAPTIONED,
  restricted: RESTRICTED,
  restricted_small: RESTRICTED_SMALL,
} as const
export type ScaleName = keyof typeof SCALES

export function isScaleName(name: string): name is ScaleName {
  return Object.hasOwn(SCALES, name)
}
