import type { Generated } from 'kysely'
import type { Level } from '#contract/catalog/playlists.ts'
import type { ApprovalStatus } from '#contract/catalog/status.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import type { VideoSource } from '#contract/video/video.ts'
import type { CaptionsRow, PassageRow } from './captions-rows.ts'
import type { FollowRow } from './follow-row.ts'
import type { JobRow } from './job-rows.ts'
import type { EmailTokenRow, MailRow, SiteRow } from './mail-rows.ts'
import type { ImmediateMailsRow, NotificationRow, NotificationSettingRow } from './notification-rows.ts'
import type { ReportRow } from './report-rows.ts'
import type { DecisionRow, ReasonRow, ReviewNoteRow } from './review-rows.ts'
import type {
  SearchDeletionRow,
  SearchNameDeletionRow,
  SearchNameRow,
  SearchWordRow,
} from './search-word-rows.ts'
import type { ChallengeRow, PasskeyRow, RecoveryCodeRow, TotpRow } from './second-step-rows.ts'
import type { KnownNetworkRow, ResetCodeRow, SessionRow } from './session-rows.ts'
import type { UploadRow, VideoRow } from './upload-rows.ts'
import type { UserRow } from './user-row.ts'
import type { VideoCheckRow, VideoDetailsRow } from './video-rows.ts'

/** Columns that the database fills in when an insert leaves them out. */
type WithDefaults<Row, Filled extends keyof Row> = {
  [Column in keyof Row]: Column extends Filled ? Generated<Row[Column]> : Row[Column]
}

/**
 * The tables as types; `schema.test.ts` keeps them equal to the migrations. Ids and times are made by the program,
 * times are ISO texts, booleans are 0 and 1, so that rows are the same on both engines.
 */
export interface Schema {
  users: WithDefaults<
    UserRow,
    | 'password_changed_at'
    | 'is_admin'
    | 'approved_playlists_count'
    | 'approved_courses_count'
    | 'saves_count'
    | 'history_paused'
    | 'player'
    | 'trusted'
    | 'suspended_at'
    | 'suspended_reason'
    | 'time_zone'
    | 'followers_count'
    | 'email_verified_at'
    | 'pending_email'
    | 'pending_email_at'
    | 'mail_off_at'
    | 'mail_rejections'
  >
  sessions: WithDefaults<SessionRow, 'unknown_network'>
  reset_codes: ResetCodeRow
  known_networks: KnownNetworkRow
  passkeys: PasskeyRow
  totp: TotpRow
  recovery_codes: RecoveryCodeRow
  challenges: ChallengeRow
  images: ImageRow
  categories: CategoryRow
  playlists: WithDefaults<
    PlaylistRow,
    | 'status'
    | 'courses_count'
    | 'approved_courses_count'
    | 'saves_count'
    | 'submitted_at'
    | 'assigned_to'
    | 'assigned_until'
    | 'outline_version'
    | 'former_section_titles'
    | 'unavailable_count'
    | 'language'
    | 'level'
    | 'promise'
    | 'followers_count'
    | 'announced_at'
  >
  sections: SectionRow
  courses: WithDefaults<
    CourseRow,
    | 'status'
    | 'likes_count'
    | 'comments_count'
    | 'source'
    | 'source_key'
    | 'duration_s'
    | 'chapters'
    | 'start_s'
    | 'section_id'
    | 'position'
    | 'submitted_at'
    | 'assigned_to'
    | 'assigned_until'
    | 'unavailable_since'
    | 'announced_at'
  >
  comments: WithDefaults<
    CommentRow,
    'at_s' | 'parent_id' | 'is_question' | 'answered_by' | 'pinned_at' | 'removed_at' | 'hidden_at'
  >
  likes: LikeRow
  saves: SaveRow
  progress: ProgressRow
  playlist_progress: WithDefaults<PlaylistProgressRow, 'done_count'>
  progress_credits: ProgressCreditRow
  notes: NoteRow
  revisions: WithDefaults<RevisionRow, 'message' | 'decided_at' | 'decided_by'>
  decisions: DecisionRow
  review_notes: WithDefaults<ReviewNoteRow, 'answer' | 'resolved_at'>
  reasons: WithDefaults<ReasonRow, 'retired_at'>
  reports: WithDefaults<ReportRow, 'decided_by' | 'decided_at'>
  audit: AuditRow
  jobs: WithDefaults<JobRow, 'attempts' | 'state'>
  site: SiteRow
  mails: WithDefaults<MailRow, 'state' | 'sent_at' | 'error'>
  email_tokens: WithDefaults<EmailTokenRow, 'used_at'>
  video_details: VideoDetailsRow
  video_checks: VideoCheckRow
  notifications: WithDefaults<NotificationRow, 'app'>
  notification_settings: NotificationSettingRow
  immediate_mails: ImmediateMailsRow
  follows: FollowRow
  captions: WithDefaults<CaptionsRow, 'searched_in'>
  passages: WithDefaults<PassageRow, 'id'>
  videos: WithDefaults<VideoRow, 'progress' | 'renditions'>
  uploads: WithDefaults<UploadRow, 'received' | 'state' | 'lock_wanted'>
  search_documents: WithDefaults<SearchDocumentRow, 'seq'>
  search_words: SearchWordRow
  search_deletions: SearchDeletionRow
  totals: TotalRow
  search_names: SearchNameRow
  search_name_deletions: SearchNameDeletionRow
}

export interface ImageRow {
  /** Hash of the content; files are `<name>-<width>.webp`. */
  name: string
  owner_id: string | null
  width: number
  height: number
  /** JSON array of the widths stored, ascending. */
  widths: string
  bytes: number
  placeholder: string
  created_at: string
}

export interface CategoryRow {
  id: string
  title: string
  title_key: string
  created_at: string
}

/** `draft`: nobody has submitted it. Clients get it as `pending` with the stage `draft`. */
export type StoredStatus = ApprovalStatus | 'draft'

/** The admin who reviews an item, and when the claim ends. */
interface Claimable {
  submitted_at: string | null
  assigned_to: string | null
  assigned_until: string | null
}

export interface PlaylistRow extends Claimable {
  id: string
  teacher_id: string
  category_id: string
  title: string
  title_key: string
  description: string
  image: string
  status: StoredStatus
  courses_count: number
  approved_courses_count: number
  /** Of the approved courses, those whose video cannot be played. */
  unavailable_count: number
  saves_count: number
  created_at: string
  updated_at: string
  /** Raised when courses or sections are added, deleted, moved or renamed. */
  outline_version: number
  /** JSON: titles of deleted sections that were public while titles were reviewed. */
  former_section_titles: string
  /** A language tag, such as `en`. */
  language: string | null
  level: Level | null
  promise: string | null
  followers_count: number
  /** When it was public for the first time. */
  announced_at: string | null
}

/** A section of a playlist. */
export interface SectionRow {
  id: string
  playlist_id: string
  title: string
  position: number
}

export interface CourseRow extends Claimable {
  id: string
  playlist_id: string
  title: string
  title_key: string
  /** The YouTube id; empty for a video of another source. */
  video_id: string
  source: VideoSource
  /** `id` or `id/hash` of a Vimeo video; null for YouTube. */
  source_key: string | null
  duration_s: number | null
  /** Where it starts for learners who have not watched it yet. */
  start_s: number | null
  /** JSON array of chapters (contract/video/video.ts). */
  chapters: string | null
  description: string
  image: string
  status: StoredStatus
  /** Since when its video cannot be played, as the checks found. */
  unavailable_since: string | null
  likes_count: number
  comments_count: number
  created_at: string
  updated_at: string
  section_id: string | null
  /** Orders the courses of a playlist, across its sections. */
  position: number
  /** When it was public for the first time. */
  announced_at: string | null
}

export interface CommentRow {
  id: string
  course_id: string
  user_id: string
  text: string
  at_s: number | null
  /** The comment that this one replies to; a reply has no replies. */
  parent_id: string | null
  is_question: number
  answered_by: string | null
  pinned_at: string | null
  /** Set when a comment with replies is removed; its text is never sent again. */
  removed_at: string | null
  /** Set while reports hide the comment. */
  hidden_at: string | null
  created_at: string
  updated_at: string
}

export interface ProgressRow {
  user_id: string
  course_id: string
  /** Source and key of the video that the bits belong to. */
  video_key: string
  at_s: number
  /** What the user's player reported; 0 while unknown. */
  duration_s: number
  /** One bit per second, lowest bit first. */
  seconds: Buffer
  watched_s: number
  updated_at: string
  done_at: string | null
  done_by: 'watched' | 'hand' | null
  /** The `watched_s` from which the automatic mark works again after the user took it back. */
  auto_done_from_s: number | null
}

/** A summary of a user's progress in one playlist; every write of `progress` recounts it. */
export interface PlaylistProgressRow {
  user_id: string
  playlist_id: string
  last_course_id: string | null
  done_count: number
  rate: number | null
  updated_at: string
  hidden_at: string | null
}

/** How many new seconds a user may still gain at `updated_at`. */
export interface ProgressCreditRow {
  user_id: string
  /** By the next save. */
  credit_s: number
  /** The total so far, from saves and merges. */
  unspent_s: number
  updated_at: string
}

export interface NoteRow {
  id: string
  user_id: string
  course_id: string
  at_s: number
  text: string
  created_at: string
  updated_at: string
}

export interface LikeRow {
  id: string
  course_id: string
  user_id: string
}

export interface SaveRow {
  id: string
  user_id: string
  playlist_id: string
}

/**
 * One version of a playlist or course (teaching.md, "Revisions"). Open are draft, submitted and in_review; an index
 * allows one open revision per item.
 */
export interface RevisionRow {
  id: string
  subject: 'playlist' | 'course'
  subject_id: string
  teacher_id: string
  /** The playlist itself, or that of the course. */
  playlist_id: string
  /** Null for a playlist. */
  course_id: string | null
  /** What the content names, while it may still go online: the newest revision of an item unless it is approved. */
  category_id: string | null
  image: string | null
  number: number
  /** The number of the approved revision before this one, or 0. */
  base_number: number
  /** JSON (server/features/catalog/versions/content.ts). */
  content: string
  state: RevisionState
  /** The message of the last decision. */
  message: string
  submitted_at: string | null
  decided_at: string | null
  decided_by: string | null
  created_at: string
}

export interface AuditRow {
  id: string
  at: string
  actor_id: string | null
  network: string
  action: string
  subject: string | null
  detail: string
  request_id: string
}

/** The words of a public playlist, field by field, a space around each; `seq` orders by when it became public. */
export interface SearchDocumentRow {
  seq: number
  playlist_id: string
  category_id: string
  title: string
  teacher: string
  courses: string
  description: string
}

/** A part of how many there are: `slot` is whose connection counted it, the sum over all slots is the number. */
export interface TotalRow {
  kind: 'playlists' | 'courses' | 'people' | 'comments' | 'revisions'
  /** Empty for what has none; of revisions it is their subject. */
  category_id: string
  /** Of people it is their role, of revisions their state, of comments `approved` where everybody sees the course, else `hidden`. */
  status: string
  slot: number
  amount: number
}
