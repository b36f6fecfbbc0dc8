/**
 * Figures that the specification fixes and nobody counts (sections 1 and 9): they stand in for numbers that the product
 * does not have yet.
 */
export const PLACEHOLDER_STATISTICS = [
  { label: 'Online courses', value: '+10k' },
  { label: 'Students', value: '+40k' },
  { label: 'Tutors', value: '+2k' },
  { label: 'Job placement', value: '100%' },
]

export const PLACEHOLDER_COUNTS = { likes: 25, comments: 12, savedPlaylists: 4 } as const
