import { ACCESS, type Permission } from '#contract/access.ts'
import { CALLS, type CallName } from '#contract/calls.ts'
import type { Visibility } from '#contract/catalog/visibility.ts'
import { finds, type LeakSite, type Reader, sees } from './test-leak-site.ts'

/** Whether an answer shows a playlist to a reader. `maybe`: it may, and need not. */
type Shown = boolean | 'maybe'

/** What one call is asked, and of whose playlists its answer may have a mark. */
export interface Question {
  query?: (asking: Asking) => string
  shows: (reader: Reader, of: Visibility) => Shown
  /** The ids of a playlist may stand there, but no word of it. */
  what?: 'words'
}

interface Asking {
  site: LeakSite
  of: Visibility
  reader: Reader
}

const isAdmin = ({ name }: Reader) => name === 'admin'
const owns = ({ owns: own }: Reader, of: Visibility) => own === of
/** Everybody but visitors and the owners has done something in each playlist. */
const hasPast = ({ user, owns: own }: Reader) => user !== undefined && own === undefined

/** What the cell of the permission table says about a playlist that the reader may see. */
export function isAllowed(name: CallName, reader: Reader, of: Visibility): boolean {
  const { seen }: Permission = ACCESS[name]
  const [visitor, member, teacher, admin, owner] = seen
  if (isAdmin(reader)) return admin === 'yes'
  if (owns(reader, of)) return (owner ?? teacher) === 'yes'
  if (!reader.user) return visitor === 'yes'
  return (reader.name === 'owner' || reader.name === 'other teacher' ? teacher : member) === 'yes'
}

const withPast = (reader: Reader, of: Visibility): Shown => {
  if (owns(reader, of)) return 'maybe'
  return hasPast(reader) && sees(reader, of)
}
const perhaps =
  (shows: Question['shows']): Question['shows'] =>
  (reader, of) =>
    shows(reader, of) === false ? false : 'maybe'
const forAdmins = (reader: Reader): Shown => isAdmin(reader)
/** The lists of everybody; those of admins and of the teacher have more. */
const listed = (reader: Reader, of: Visibility): Shown =>
  isAdmin(reader) || owns(reader, of) ? 'maybe' : finds(reader, of)
/** A user is sent the ids of what they have saved, too. */
const withSaved = (reader: Reader, of: Visibility): Shown =>
  listed(reader, of) || (hasPast(reader) && sees(reader, of) && 'maybe')
const query = (text: string) => () => text

/** Calls whose answers show playlists in another way than that of the resource in their address, or none at all. */
const QUESTIONS: Partial<Record<CallName, Question[]>> = {
  'playlists.list': [
    { query: query('limit=200'), shows: (reader, of) => isAdmin(reader) || finds(reader, of) },
    ...[
      '',
      '&sort=popular',
      '&sort=title',
      '&category=development',
      '&category=development&sort=popular',
    ].map((more): Question => ({ query: query(`status=approved&view=card${more}`), shows: listed })),
  ],
  'playlists.ofTeacher': [
    { shows: (reader, of) => owns(reader, of) || listed(reader, of) },
    { query: query('view=card&sort=title'), shows: listed },
  ],
  'users.list': [
    { query: query('role=Teacher'), shows: withSaved },
    { query: query('limit=200'), shows: perhaps(withSaved) },
  ],
  'users.get': [{ shows: listed }],
  'courses.list': [{ shows: forAdmins }],
  'comments.list': [
    {
      query: ({ site, of }) => `courseId=${site.playlists[of].ids.courseId}`,
      shows: (reader, of) => sees(reader, of) && reader.user !== undefined,
    },
    {
      query: query(''),
      shows: (reader, of) =>
        reader.user !== undefined && (of === 'public' || isAdmin(reader) || owns(reader, of)),
    },
  ],
  'comments.mentionable': [{ query: query('q=a'), shows: perhaps(sees) }],
  'ownComments.list': [{ shows: withPast }],
  'home.get': [{ shows: perhaps(withPast) }],
  'progress.list': ['continue', 'done', 'history'].map((kind) => ({
    query: query(`kind=${kind}`),
    shows: kind === 'history' ? withPast : perhaps(withPast),
  })),
  'learning.summary': [{ shows: perhaps(withPast), what: 'words' }],
  'notes.list': [{ shows: withPast, what: 'words' }],
  'notes.export': [
    {
      query: ({ site, of }) => `playlistId=${site.playlists[of].ids.playlistId}`,
      shows: (reader, of) => (reader.user && sees(reader, of) ? 'maybe' : false),
      what: 'words',
    },
  ],
  'saves.list': [
    { query: ({ reader }) => `userId=${reader.user?.id ?? ''}`, shows: withPast },
    {
      query: ({ site }) => `userId=${site.readers.find(({ name }) => name === 'member')?.user?.id ?? ''}`,
      shows: (reader, of) => {
        if (!reader.user) return false
        return reader.name === 'member' || owns(reader, of) || isAdmin(reader) ? 'maybe' : finds(reader, of)
      },
    },
  ],
  'likes.list': [{ shows: withPast }],
  'follows.list': [{ shows: withPast }],
  'notifications.list': [{ shows: withPast, what: 'words' }],
  'teaching.needs': [{ shows: (reader, of) => (owns(reader, of) ? 'maybe' : false) }],
  'analytics.all': [{ shows: (reader, of) => (owns(reader, of) ? 'maybe' : false) }],
  'analytics.learners': [{ shows: (reader, of) => (isAdmin(reader) || owns(reader, of) ? 'maybe' : false) }],
  'review.list': [{ shows: forAdmins }],
  'review.audit': [{ shows: perhaps(forAdmins) }],
  'reports.list': [{ shows: forAdmins }],
  'people.get': [{ shows: perhaps(forAdmins) }],
  'search.playlists': [
    { query: ({ site, of }) => `q=${site.wordOf(of)}`, shows: finds },
    { query: query('q=learn'), shows: finds },
    { query: query('q=ada'), shows: finds },
  ],
  'search.teachers': [{ query: query('q=ada'), shows: finds }, { shows: finds }],
  'search.moments': [
    { query: ({ site, of }) => `q=${site.wordOf(of)}`, shows: finds },
    {
      query: ({ site, of }) => `q=${site.wordOf(of)}&playlistId=${site.playlists[of].ids.playlistId}`,
      shows: sees,
    },
  ],
}

/** Resources that belong to one playlist, and are seen by whoever sees it. */
const OF_PLAYLIST: readonly Permission['of'][] = ['playlist', 'course', 'captions', 'comment']
/** Resources of its teacher and of admins. */
const OF_TEACHER: readonly Permission['of'][] = [
  'revision',
  'round',
  'reviewNote',
  'report',
  'video',
  'trash',
]

/**
 * What each call is asked. A call without a row shows what its resource in the permission table says, and nothing of any
 * playlist if it has none: a new list fails the test until it says here what it shows.
 */
export function questionsOf(name: CallName): Question[] {
  const listed = QUESTIONS[name]
  if (listed) return listed
  const { of: kind }: Permission = ACCESS[name]
  if (OF_PLAYLIST.includes(kind))
    return [{ shows: (reader, of) => sees(reader, of) && isAllowed(name, reader, of) }]
  if (OF_TEACHER.includes(kind))
    return [{ shows: perhaps((reader, of) => isAdmin(reader) || owns(reader, of)) }]
  return [{ shows: () => false }]
}

/** Whether a call changes something that belongs to one playlist. The right key opens a link for everybody. */
export function writesToPlaylist(name: CallName): boolean {
  const { of: kind }: Permission = ACCESS[name]
  return CALLS[name][0] !== 'GET' && OF_PLAYLIST.includes(kind) && name !== 'visibility.open'
}

/** Whether the table lets a reader call it who may not see the playlist. */
export function isAllowedUnseen(name: CallName, { user }: Reader): boolean {
  const { hidden }: Permission = ACCESS[name]
  return user !== undefined && hidden?.[1] === 'yes'
}
