/** Fixed figures, placeholders for numbers that the product does not have yet. */
export const PLACEHOLDER_STATISTICS = [
  { label: 'Online courses', value: '+10k' },
  { label: 'Students', value: '+40k' },
  { label: 'Tutors', value: '+2k' },
  { label: 'Job placement', value: '100%' },
]

export const PLACEHOLDER_COUNTS = { likes: 25, comments: 12, savedPlaylists: 4 } as const

export const PLACEHOLDER_TEACHER_CARD = { likes: 22 } as const
export const PLACEHOLDER_TEACHER_PROFILE = { likes: 1208, comments: 52 } as const
/** A placeholder link, because lists of likes and comments do not exist. It leads to the courses. */
export const PLACEHOLDER_PROFILE = { likedVideos: 33, comments: 12, link: '/courses' } as const
