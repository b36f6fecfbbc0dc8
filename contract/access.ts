import type { CallName, OtherName } from './calls.ts'
import { LOGIN_REQUIRED, LOGIN_TO_SAVE, TEACHERS_ONLY } from './messages.ts'
import type { NOT_FOUND } from './not-found.ts'
import {
  COMMENT_NOT_YOURS_TO_EDIT,
  COMMENT_NOT_YOURS_TO_REMOVE,
  LOGIN_TO_COMMENT,
  LOGIN_TO_LIKE,
} from './watching-messages.ts'

/** Rejected before the resource is looked up (`caller`), or after (`resource`). */
export interface Denied {
  at: 'caller' | 'resource'
  code: 'login_required' | 'forbidden'
  message: string
}
/** `missing`: the same reply as for a resource that does not exist. */
export type Outcome = 'yes' | 'missing' | Denied

const YES = 'yes'
const MISSING = 'missing'
const requireLogin = (message: string) => ({ at: 'caller', code: 'login_required', message }) as const
const denyCaller = (message: string) => ({ at: 'caller', code: 'forbidden', message }) as const
const denyResource = (message: string) => ({ at: 'resource', code: 'forbidden', message }) as const

const LOGIN = requireLogin(LOGIN_REQUIRED)
const LIKE = requireLogin(LOGIN_TO_LIKE)
const COMMENT = requireLogin(LOGIN_TO_COMMENT)
const SAVE = requireLogin(LOGIN_TO_SAVE)
const REWORD = requireLogin(COMMENT_NOT_YOURS_TO_EDIT)
const REMOVE = requireLogin(COMMENT_NOT_YOURS_TO_REMOVE)
const TEACHERS = denyCaller(TEACHERS_ONLY)
const ADMINS = denyCaller('Only an admin can do this.')
const PLAYLIST = denyResource('You can only change your own playlists.')
const COURSE = denyResource('You can only change your own courses.')
const WORDS = denyResource(COMMENT_NOT_YOURS_TO_EDIT)
const ERASE = denyResource(COMMENT_NOT_YOURS_TO_REMOVE)
const ANSWER = denyResource('Only the asker, the teacher or an admin can accept an answer.')
const PIN = denyResource('Only the teacher or an admin can pin a comment.')
const HISTORY = denyResource('Only the teacher and admins can see this.')
const INVITE = denyResource('Leads can invite students to their own groups.')
const LEADS = denyResource('Only a lead of this group or an admin can do this.')
const PROFILE = denyResource('You can only update your own profile.')

export interface Permission {
  /** Visitors may make the call even where the site is for members only. */
  open?: true
  of?: keyof typeof NOT_FOUND
  seen: readonly [visitor: Outcome, member: Outcome, teacher: Outcome, admin: Outcome, owner?: Outcome]
  hidden?: readonly [visitor: Outcome, member: Outcome, teacher: Outcome, owner: Outcome]
}
export type AccessTable = Readonly<Record<string, Permission>>

/**
 * All permissions. Routes and the matrix test are built from this table. The server does not start when a route has no row
 * or a row has no route.
 *
 * `seen`: the resource is public, or the caller may see it anyway. `hidden`: it is not public, and the caller is neither an
 * admin nor its teacher. A member is a Student or Other; a teacher is another teacher; the owner is its teacher, its author
 * or the user themself. A group is seen by its members and admins, and its owners are its leads. A caller with several of these
 * roles gets the best outcome. One more rule: an admin who owns the resource needs `SELF_REVIEW` to approve it
 * (server/features/review).
 */
// biome-ignore format: a table is read by its columns
export const ACCESS = {
  //                                            visitor  member    teacher   admin     owner
  'setup.get':             { open: true, seen: [YES,     YES,      YES,      YES] },
  'setup.create':          { open: true, seen: [YES,     YES,      YES,      YES] },
  'auth.register':         { open: true, seen: [YES,     YES,      YES,      YES] },
  'auth.login':            { open: true, seen: [YES,     YES,      YES,      YES] },
  'auth.reset':            { open: true, seen: [YES,     YES,      YES,      YES] },
  'auth.forgot':           { open: true, seen: [YES,     YES,      YES,      YES] },
  'auth.verify':           { open: true, seen: [YES,     YES,      YES,      YES] },
  'auth.verifyAgain':                  { seen: [LOGIN,   YES,      YES,      YES] },
  'auth.options':          { open: true, seen: [YES,     YES,      YES,      YES] },
  'auth.logout':                       { seen: [LOGIN,   YES,      YES,      YES] },
  'auth.sessions':                     { seen: [LOGIN,   YES,      YES,      YES] },
  'auth.endSessions':                  { seen: [LOGIN,   YES,      YES,      YES] },
  'auth.endSession':  { of: 'session',    seen: [LOGIN,   MISSING,  MISSING,  MISSING,  YES] },

  'passkeys.options':      { open: true, seen: [YES,     YES,      YES,      YES] },
  'passkeys.login':        { open: true, seen: [YES,     YES,      YES,      YES] },
  'passkeys.register':                 { seen: [LOGIN,   YES,      YES,      YES] },
  'passkeys.list':                     { seen: [LOGIN,   YES,      YES,      YES] },
  'passkeys.update':  { of: 'passkey',    seen: [LOGIN,   MISSING,  MISSING,  MISSING,  YES] },
  'passkeys.remove':  { of: 'passkey',    seen: [LOGIN,   MISSING,  MISSING,  MISSING,  YES] },
  'secondStep.status':                 { seen: [LOGIN,   YES,      YES,      YES] },
  'secondStep.verify':     { open: true, seen: [YES,     YES,      YES,      YES] },
  'secondStep.totp':                   { seen: [LOGIN,   YES,      YES,      YES] },
  'secondStep.endTotp':                { seen: [LOGIN,   YES,      YES,      YES] },
  'secondStep.recoveryCodes':          { seen: [LOGIN,   YES,      YES,      YES] },
  'secondStep.setPassword':            { seen: [LOGIN,   YES,      YES,      YES] },

  'provider.begin':        { open: true, seen: [YES,     YES,      YES,      YES] },
  'provider.callback':     { open: true, seen: [YES,     YES,      YES,      YES] },
  'provider.ticket':       { open: true, seen: [YES,     YES,      YES,      YES] },
  'provider.signUp':       { open: true, seen: [YES,     YES,      YES,      YES] },
  'provider.identities':               { seen: [LOGIN,   YES,      YES,      YES] },
  'provider.connect':                  { seen: [LOGIN,   YES,      YES,      YES] },
  'provider.disconnect': { of: 'identity', seen: [LOGIN, MISSING,  MISSING,  MISSING,  YES] },
  'provider.useLink':      { open: true, seen: [YES,     YES,      YES,      YES] },
  'provider.state':                    { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'provider.test':                     { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },

  'users.list':                        { seen: [YES,     YES,      YES,      YES] },
  'users.get':        { of: 'user',       seen: [YES,     YES,      YES,      YES,      YES] },
  'users.update':     { of: 'user',       seen: [LOGIN,   PROFILE,  PROFILE,  PROFILE,  YES] },

  'users.mail':                        { seen: [LOGIN,   YES,      YES,      YES] },
  'users.player':                      { seen: [LOGIN,   YES,      YES,      YES] },
  'users.setPlayer':                   { seen: [LOGIN,   YES,      YES,      YES] },

  'playlists.list':                    { seen: [YES,     YES,      YES,      YES] },
  'playlists.ofTeacher': { of: 'teacher', seen: [YES,     YES,      YES,      YES,      YES] },
  'playlists.get':    { of: 'playlist',   seen: [YES,     YES,      YES,      YES,      YES],
                                        hidden: [MISSING, MISSING,  MISSING,            YES] },
  'playlists.create':                  { seen: [LOGIN,   TEACHERS, YES,      TEACHERS] },
  'playlists.update': { of: 'playlist',   seen: [LOGIN,   TEACHERS, PLAYLIST, TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'playlists.duplicate': { of: 'playlist', seen: [LOGIN,  TEACHERS, PLAYLIST, TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'playlists.remove': { of: 'playlist',   seen: [LOGIN,   TEACHERS, PLAYLIST, YES,      YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'visibility.change': { of: 'playlist',  seen: [LOGIN,   TEACHERS, PLAYLIST, YES,      YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'visibility.newLink': { of: 'playlist', seen: [LOGIN,   TEACHERS, PLAYLIST, YES,      YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'visibility.open':  { of: 'playlist',   seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'visibility.audience':               { seen: [LOGIN,   TEACHERS, YES,      YES] },
  'outline.save':     { of: 'playlist',   seen: [LOGIN,   TEACHERS, PLAYLIST, TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'outline.grid':     { of: 'playlist',   seen: [LOGIN,   TEACHERS, PLAYLIST, TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'approval.playlist': { of: 'playlist',  seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS],
                                        hidden: [LOGIN,   ADMINS,   ADMINS,             ADMINS] },

  'trash.list':                        { seen: [LOGIN,   TEACHERS, YES,      YES] },
  'trash.restore':    { of: 'trash',      seen: [LOGIN,   MISSING,  MISSING,  YES,      YES] },
  'trash.remove':     { of: 'trash',      seen: [LOGIN,   MISSING,  MISSING,  MISSING,  YES] },
  'trash.empty':                       { seen: [LOGIN,   TEACHERS, YES,      TEACHERS] },
  'courses.list':                      { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'courses.ofPlaylist': { of: 'playlist', seen: [YES,     YES,      YES,      YES,      YES],
                                        hidden: [MISSING, MISSING,  MISSING,            YES] },
  'courses.get':      { of: 'course',     seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'courses.create':   { of: 'playlist',   seen: [LOGIN,   TEACHERS, PLAYLIST, TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'courses.update':   { of: 'course',     seen: [LOGIN,   TEACHERS, COURSE,   TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'courses.remove':   { of: 'course',     seen: [LOGIN,   TEACHERS, COURSE,   YES,      YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'approval.course':  { of: 'course',     seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS],
                                        hidden: [LOGIN,   ADMINS,   ADMINS,             ADMINS] },
  'courses.fault':    { of: 'course',     seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'captions.list':    { of: 'course',     seen: [LOGIN,   HISTORY,  HISTORY,  YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'captions.file':    { of: 'course',     seen: [LOGIN,   HISTORY,  HISTORY,  YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'captions.save':    { of: 'course',     seen: [LOGIN,   TEACHERS, COURSE,   TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'captions.remove':  { of: 'course',     seen: [LOGIN,   TEACHERS, COURSE,   TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'captions.cues':    { of: 'captions',   seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'likes.list':                        { seen: [LOGIN,   YES,      YES,      YES] },
  'likes.like':       { of: 'course',     seen: [LIKE,    YES,      YES,      YES,      YES],
                                        hidden: [LIKE,    MISSING,  MISSING,            YES] },
  'live':             { of: 'course',     seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'live.me':                           { seen: [LOGIN,   YES,      YES,      YES] },
  'uploads':                           { seen: [LOGIN,   TEACHERS, YES,      TEACHERS] },
  'uploads.space':                     { seen: [LOGIN,   TEACHERS, YES,      TEACHERS] },
  'uploads.video':    { of: 'video',      seen: [LOGIN,   MISSING,  MISSING,  YES,      YES] },
  'uploads.retry':    { of: 'video',      seen: [LOGIN,   MISSING,  MISSING,  YES,      YES] },

  'videoLinks.read':  { of: 'playlist',   seen: [LOGIN,   TEACHERS, PLAYLIST, TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'videoLinks.add':   { of: 'playlist',   seen: [LOGIN,   TEACHERS, PLAYLIST, TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },

  'comments.list':    { of: 'course',     seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'comments.create':  { of: 'course',     seen: [COMMENT, YES,      YES,      YES,      YES],
                                        hidden: [COMMENT, MISSING,  MISSING,            YES] },
  'comments.update':  { of: 'comment',    seen: [REWORD,  WORDS,    WORDS,    WORDS,    YES],
                                        hidden: [REWORD,  MISSING,  MISSING,            MISSING] },
  'comments.remove':  { of: 'comment',    seen: [REMOVE,  ERASE,    ERASE,    YES,      YES],
                                        hidden: [REMOVE,  MISSING,  MISSING,            YES] },

  'comments.threads': { of: 'course',     seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'comments.answer':  { of: 'comment',    seen: [LOGIN,   ANSWER,   ANSWER,   YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'comments.pin':     { of: 'comment',    seen: [LOGIN,   PIN,      PIN,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'comments.like':    { of: 'comment',    seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'comments.mentionable': { of: 'course', seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },

  'ownComments.list':                  { seen: [LOGIN,   YES,      YES,      YES] },

  'home.get':                          { seen: [LOGIN,   YES,      YES,      YES] },
  'progress.list':                     { seen: [LOGIN,   YES,      YES,      YES] },
  'progress.clear':                    { seen: [LOGIN,   YES,      YES,      YES] },
  'progress.merge':                    { seen: [LOGIN,   YES,      YES,      YES] },
  'progress.ofPlaylist': { of: 'playlist', seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'progress.hide':    { of: 'playlist',   seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'progress.save':    { of: 'course',     seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'progress.done':    { of: 'course',     seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'progress.changeSeen': { of: 'course',  seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'progress.forget':                   { seen: [LOGIN,   YES,      YES,      YES] },
  'learning.days':                     { seen: [LOGIN,   YES,      YES,      YES] },
  'learning.summary':                  { seen: [LOGIN,   YES,      YES,      YES] },
  'notes.list':                        { seen: [LOGIN,   YES,      YES,      YES] },
  'notes.create':     { of: 'course',     seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'notes.export':                      { seen: [LOGIN,   YES,      YES,      YES] },
  'notes.update':     { of: 'note',       seen: [LOGIN,   MISSING,  MISSING,  MISSING,  YES] },
  'notes.remove':     { of: 'note',       seen: [LOGIN,   MISSING,  MISSING,  MISSING,  YES] },

  'saves.list':       { of: 'user',       seen: [LOGIN,   YES,      YES,      YES,      YES] },
  'saves.save':       { of: 'playlist',   seen: [SAVE,    YES,      YES,      YES,      YES],
                                        hidden: [SAVE,    MISSING,  MISSING,            YES] },
  'saves.unsave':     { of: 'playlist',   seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   YES,      YES,                YES] },

  'categories.list':                   { seen: [YES,     YES,      YES,      YES] },
  'categories.create':                 { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'categories.update': { of: 'category',  seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'categories.remove': { of: 'category',  seen: [LOGIN,   ADMINS,   ADMINS,   YES] },

  'site.get':              { open: true, seen: [YES,     YES,      YES,      YES] },
  'settings.get':                      { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'settings.update':                   { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'overview.get':                     { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'overview.hideChecklist':           { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'overview.removeDemo':              { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'overview.retryJob':                { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'overview.retryJobs':               { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'overview.testMail':                { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'settings.logo':                     { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'legal.get':             { open: true, seen: [YES,     YES,      YES,      YES] },
  'legal.list':                        { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'legal.preview':                     { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'legal.publish':                     { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'consents.missing':                  { seen: [LOGIN,   YES,      YES,      YES] },
  'consents.accept':                   { seen: [LOGIN,   YES,      YES,      YES] },

  'teaching.needs':                    { seen: [LOGIN,   TEACHERS, YES,      TEACHERS] },
  'analytics.all':                     { seen: [LOGIN,   TEACHERS, YES,      YES] },
  'analytics.playlist': { of: 'playlist', seen: [LOGIN,   MISSING,  MISSING,  YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'analytics.course': { of: 'course',     seen: [LOGIN,   MISSING,  MISSING,  YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'analytics.learners': { of: 'playlist', seen: [LOGIN,   MISSING,  MISSING,  YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'numbers.get':                       { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'privacy.get':                       { seen: [LOGIN,   YES,      YES,      YES] },
  'privacy.update':                    { seen: [LOGIN,   YES,      YES,      YES] },
  'figures.site':                      { seen: [YES,     YES,      YES,      YES] },
  'figures.user':     { of: 'user',       seen: [LOGIN,   YES,      YES,      YES,      YES] },

  'review.submitPlaylist': { of: 'playlist', seen: [LOGIN, TEACHERS, PLAYLIST, TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'review.withdrawPlaylist': { of: 'playlist', seen: [LOGIN, TEACHERS, PLAYLIST, TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'review.submitCourse': { of: 'course',  seen: [LOGIN,   TEACHERS, COURSE,   TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'review.withdrawCourse': { of: 'course', seen: [LOGIN,  TEACHERS, COURSE,   TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'review.batch':     { of: 'playlist',   seen: [LOGIN,   TEACHERS, PLAYLIST, TEACHERS, YES],
                                        hidden: [LOGIN,   TEACHERS, MISSING,            YES] },
  'review.waitingTime':                { seen: [YES,     YES,      YES,      YES] },
  'review.list':                       { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'review.get':       { of: 'revision',   seen: [LOGIN,   MISSING,  MISSING,  YES,      YES] },
  'review.claim':     { of: 'revision',   seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'review.decide':    { of: 'revision',   seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'review.decideMany':                 { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'review.note':      { of: 'revision',   seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'review.answerNote': { of: 'reviewNote', seen: [LOGIN,  MISSING,  MISSING,  MISSING,  YES] },
  'review.writeMessage': { of: 'reviewNote', seen: [LOGIN, MISSING, MISSING, YES,     YES] },
  'review.getRound':  { of: 'round',      seen: [LOGIN,   MISSING,  MISSING,  YES,      YES] },
  'review.claimRound': { of: 'round',     seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'review.decideRound': { of: 'round',    seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'review.history':   { of: 'playlist',   seen: [LOGIN,   HISTORY,  HISTORY,  YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'review.trust':     { of: 'user',       seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'review.audit':                      { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },

  'teacherRequests.list':              { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'teacherRequests.create':            { seen: [LOGIN,   YES,      YES,      YES] },
  'teacherRequests.decide': { of: 'request', seen: [LOGIN, ADMINS, ADMINS,   YES] },
  'reports.create':                    { seen: [LOGIN,   YES,      YES,      YES] },
  'reports.list':                      { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'reports.decide':   { of: 'report',     seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'people.list':                       { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'people.get':       { of: 'user',       seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'people.endSessions': { of: 'user',     seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'people.endSecondStep': { of: 'user',   seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'people.reset':     { of: 'user',       seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'people.setQuota':  { of: 'user',       seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'people.remove':    { of: 'user',       seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'people.restore':   { of: 'user',       seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'users.suspend':    { of: 'user',       seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'users.setRole':    { of: 'user',       seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'users.setAdmin':   { of: 'user',       seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'secondStep.endFor': { of: 'user',      seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },

  'groups.list':                       { seen: [LOGIN,   YES,      YES,      YES] },
  'groups.create':                     { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'groups.get':       { of: 'group',      seen: [LOGIN,   YES,      YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'groups.update':    { of: 'group',      seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'groups.remove':    { of: 'group',      seen: [LOGIN,   ADMINS,   ADMINS,   YES,      ADMINS] },
  'groups.people':    { of: 'group',      seen: [LOGIN,   LEADS,    LEADS,    YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'groups.add':       { of: 'group',      seen: [LOGIN,   LEADS,    LEADS,    YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'groups.setMember': { of: 'group',      seen: [LOGIN,   LEADS,    LEADS,    YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'groups.removeMember': { of: 'group',   seen: [LOGIN,   LEADS,    LEADS,    YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },

  'notifications.list':                { seen: [LOGIN,   YES,      YES,      YES] },
  'notifications.read':                { seen: [LOGIN,   YES,      YES,      YES] },
  'notifications.settings':            { seen: [LOGIN,   YES,      YES,      YES] },
  'notifications.setSettings':         { seen: [LOGIN,   YES,      YES,      YES] },
  'notifications.unsubscribe': { open: true, seen: [YES,     YES,      YES,      YES] },
  'follows.list':                      { seen: [LOGIN,   YES,      YES,      YES] },
  'follows.followTeacher': { of: 'teacher', seen: [LOGIN, YES,     YES,      YES,      YES] },
  'follows.unfollowTeacher': { of: 'teacher', seen: [LOGIN, YES,   YES,      YES,      YES] },
  'follows.followPlaylist': { of: 'playlist', seen: [LOGIN, YES,   YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },
  'follows.unfollowPlaylist': { of: 'playlist', seen: [LOGIN, YES, YES,      YES,      YES],
                                        hidden: [LOGIN,   MISSING,  MISSING,            YES] },

  // A lead of the group counts as the owner.
  'invitations.list':                  { seen: [LOGIN,   YES,      YES,      YES] },
  'invitations.create': { of: 'group',    seen: [LOGIN,   INVITE,   INVITE,   YES,      YES] },
  'invitations.send': { of: 'invitation', seen: [LOGIN,   MISSING,  MISSING,  YES,      YES] },
  'invitations.revoke': { of: 'invitation', seen: [LOGIN, MISSING,  MISSING,  YES,      YES] },
  'invitations.read':       { open: true, seen: [YES,     YES,      YES,      YES] },
  'invitations.accept':                { seen: [LOGIN,   YES,      YES,      YES] },
  'imports.check':                     { seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'imports.get':      { of: 'import',     seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'imports.start':    { of: 'import',     seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'imports.links':    { of: 'import',     seen: [LOGIN,   ADMINS,   ADMINS,   YES] },
  'search.playlists':                  { seen: [YES,     YES,      YES,      YES] },
  'search.teachers':                   { seen: [YES,     YES,      YES,      YES] },
  'search.moments':                    { seen: [YES,     YES,      YES,      YES] },
} as const satisfies Record<CallName | OtherName, Permission>
