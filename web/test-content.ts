import type { User } from '#contract/account/users.ts'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist, PlaylistCard, PlaylistCourse } from '#contract/catalog/playlists.ts'
import type { Comment } from '#contract/comments/comments.ts'

const photo = { url: '/media/photo.webp', width: 640, height: 360 }
const times = { createdAt: '2026-03-14T15:09:26.000Z', updatedAt: '2026-03-14T15:09:26.000Z' }

export const ADA = { _id: 'a'.repeat(24), username: 'Ada Byron', profilePhoto: photo }

export const aTeacher = (own: Partial<User> = {}): User => ({
  ...ADA,
  role: 'Teacher',
  createdAt: times.createdAt,
  createdPlaylists: [],
  savedPlaylistsCount: 0,
  approvedPlaylistsCount: 1,
  approvedCoursesCount: 2,
  ...own,
})

/** An approved playlist of Ada's as lists show it. */
export const aCard = (own: Partial<PlaylistCard> = {}): PlaylistCard => ({
  _id: 'b'.repeat(24),
  title: 'Knots for Sailors',
  description: 'Seven knots, tied slowly.',
  category: 'science',
  mainPlaylistImage: photo,
  isPlaylistApproved: 'approved',
  teacher: ADA,
  courses: [],
  ...times,
  coursesCount: 2,
  approvedCoursesCount: 2,
  savedBy: [],
  savedCount: 0,
  ...own,
})

export const aListedCourse = (position: number, videoTitle: string): PlaylistCourse => ({
  _id: String(position).repeat(24),
  videoTitle,
  tutorialImage: photo,
  isCourseApproved: 'approved',
  createdAt: times.createdAt,
})

/** The same playlist with its two courses. */
export const aPlaylist = (own: Partial<Playlist> = {}): Playlist => ({
  ...aCard(),
  teacher: { ...ADA, createdAt: times.createdAt, createdPlaylists: [] },
  courses: [aListedCourse(1, 'The bowline'), aListedCourse(2, 'The clove hitch')],
  sections: [],
  language: null,
  level: null,
  promise: null,
  visibility: 'public',
  ...own,
})

/** The first of them, to watch. */
export const aCourse = (own: Partial<Course> = {}): Course => ({
  _id: '1'.repeat(24),
  videoTitle: 'The bowline',
  videoLink: 'aircAruvnKk',
  description: 'How to tie the bowline.',
  tutorialImage: photo,
  isCourseApproved: 'approved',
  playlist: { _id: aCard()._id, title: aCard().title },
  teacher: { ...ADA, role: 'Teacher' },
  likes: [],
  likesCount: 2,
  commentsCount: 0,
  ...times,
  ...own,
})

/** A comment of Ada's on `aCourse()`. */
export const aComment = (own: Partial<Comment> = {}): Comment => ({
  _id: 'c'.repeat(24),
  text: 'Hello.',
  courseId: aCourse()._id,
  user: { ...ADA, role: 'Teacher' },
  at: null,
  parentId: null,
  question: false,
  answeredBy: null,
  pinned: false,
  likesCount: 0,
  quote: null,
  mentions: [],
  createdAt: '2026-04-01T10:00:00.000Z',
  updatedAt: '2026-04-01T10:00:00.000Z',
  ...own,
})
