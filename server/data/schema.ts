import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Level } from '#contract/catalog/playlists.ts'
import type { ApprovalStatus } from '#contract/catalog/status.ts'
import type { Visibility } from '#contract/catalog/visibility.ts'
import type { VideoSource } from '#contract/video/video.ts'
import type {
  AuditTable,
  ChallengeTable,
  IdentityTable,
  KnownNetworkTable,
  PasskeyTable,
  RecoveryCodeTable,
  ResetCodeTable,
  SessionTable,
  TotpTable,
  UserTable,
} from './account-rows.ts'
import type { CommentLikeTable, CommentMentionTable, CommentTable } from './comment-rows.ts'
import type {
  CourseDayTable,
  CourseSumTable,
  LearnerTable,
  PlaylistDayTable,
  PlaylistSumTable,
  ProgressRemovedTable,
  SiteDayTable,
} from './insight-rows.ts'
import type { JobTable } from './job-rows.ts'
import type {
  LearningDayTable,
  PlaylistProgressTable,
  ProgressCreditTable,
  ProgressTable,
} from './learning-rows.ts'
import type { ConsentTable, LegalPageTable } from './legal-rows.ts'
import type {
  EmailTokenTable,
  FollowTable,
  ImmediateMailsTable,
  MailTable,
  NotificationSettingTable,
  NotificationTable,
  SiteTable,
} from './notification-rows.ts'
import type { BackupTable, SiteNumberTable } from './overview-rows.ts'
import type {
  ExportTable,
  GroupMemberTable,
  GroupTable,
  ImportTable,
  InvitationGroupTable,
  InvitationTable,
  OpenedLinkTable,
  PlaylistGroupTable,
  SettingTable,
  TeacherRequestTable,
  UserWordTable,
} from './people-rows.ts'
import type {
  DecisionTable,
  ReasonTable,
  ReportTable,
  ReviewMessageTable,
  ReviewNoteTable,
  RevisionTable,
  RoundTable,
} from './review-rows.ts'
import type {
  SearchDeletionTable,
  SearchNameDeletionTable,
  SearchNameTable,
  SearchWordTable,
} from './search-word-rows.ts'
import type {
  CaptionsTable,
  CorrectionPassageTable,
  PassageTable,
  SearchDocumentTable,
  UploadTable,
  VideoCheckTable,
  VideoDetailsTable,
  VideoTable,
} from './video-rows.ts'

/**
 * The tables as types; `schema.test.ts` keeps them equal to the migrations. Ids and times are made by the program,
 * times are ISO texts, booleans are 0 and 1, so that rows are the same on both engines.
 */
export interface Schema {
  users: UserTable
  sessions: SessionTable
  reset_codes: ResetCodeTable
  known_networks: KnownNetworkTable
  passkeys: PasskeyTable
  totp: TotpTable
  recovery_codes: RecoveryCodeTable
  challenges: ChallengeTable
  identities: IdentityTable
  images: ImageTable
  categories: CategoryTable
  playlists: PlaylistTable
  sections: SectionTable
  courses: CourseTable
  trash: TrashTable
  comments: CommentTable
  comment_likes: CommentLikeTable
  comment_mentions: CommentMentionTable
  likes: LikeTable
  saves: SaveTable
  progress: ProgressTable
  playlist_progress: PlaylistProgressTable
  progress_credits: ProgressCreditTable
  learning_days: LearningDayTable
  progress_removed: ProgressRemovedTable
  learners: LearnerTable
  playlist_sums: PlaylistSumTable
  course_sums: CourseSumTable
  playlist_days: PlaylistDayTable
  course_days: CourseDayTable
  site_days: SiteDayTable
  notes: NoteTable
  rounds: RoundTable
  revisions: RevisionTable
  decisions: DecisionTable
  review_notes: ReviewNoteTable
  review_messages: ReviewMessageTable
  reasons: ReasonTable
  reports: ReportTable
  audit: AuditTable
  jobs: JobTable
  site: SiteTable
  site_numbers: SiteNumberTable
  backups: BackupTable
  mails: MailTable
  email_tokens: EmailTokenTable
  video_details: VideoDetailsTable
  video_checks: VideoCheckTable
  notifications: NotificationTable
  notification_settings: NotificationSettingTable
  immediate_mails: ImmediateMailsTable
  follows: FollowTable
  captions: CaptionsTable
  passages: PassageTable
  correction_passages: CorrectionPassageTable
  videos: VideoTable
  uploads: UploadTable
  search_documents: SearchDocumentTable
  search_words: SearchWordTable
  search_deletions: SearchDeletionTable
  restricted_words: SearchWordTable
  restricted_deletions: SearchDeletionTable
  totals: TotalTable
  search_names: SearchNameTable
  search_name_deletions: SearchNameDeletionTable
  settings: SettingTable
  legal_pages: LegalPageTable
  consents: ConsentTable
  groups: GroupTable
  group_members: GroupMemberTable
  playlist_groups: PlaylistGroupTable
  opened_links: OpenedLinkTable
  invitations: InvitationTable
  invitation_groups: InvitationGroupTable
  imports: ImportTable
  teacher_requests: TeacherRequestTable
  user_words: UserWordTable
  exports: ExportTable
}

export interface ImageTable {
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

export type ImageRow = Selectable<ImageTable>

export interface CategoryTable {
  id: string
  title: string
  title_key: string
  created_at: string
}

export type CategoryRow = Selectable<CategoryTable>

/** `draft`: nobody has submitted it. Clients get it as `pending` with the stage `draft`. */
export type StoredStatus = ApprovalStatus | 'draft'

/** An item that its teacher or an admin has deleted is stored as a draft until it is restored or deleted for good. */
interface Trashable {
  /** The row of `trash`; that of the playlist for courses that went with it. */
  trash_id: string | null
  /** The status before the deletion. */
  trashed_status: StoredStatus | null
  /** When it goes public, if it is approved by then. */
  publish_at: string | null
  /** When it was approved for `publish_at`; until then it is pending. */
  scheduled_at: string | null
}

/** The admin who reviews an item, and when the claim ends. */
interface Claimable {
  submitted_at: string | null
  assigned_to: string | null
  assigned_until: string | null
}

export interface PlaylistTable extends Claimable, Trashable {
  id: string
  teacher_id: string
  category_id: string
  title: string
  title_key: string
  description: string
  image: string
  status: Generated<StoredStatus>
  courses_count: Generated<number>
  approved_courses_count: Generated<number>
  /** Of the approved courses, those whose video cannot be played. */
  unavailable_count: Generated<number>
  saves_count: Generated<number>
  created_at: string
  updated_at: string
  /** Raised when courses or sections are added, deleted, moved or renamed. */
  outline_version: Generated<number>
  /** JSON: titles of deleted sections that were public while titles were reviewed. */
  former_section_titles: Generated<string>
  /** A language tag, such as `en`. */
  language: string | null
  level: Level | null
  promise: string | null
  followers_count: Generated<number>
  /** When it was public for the first time. */
  announced_at: string | null
  /** When one of its videos was last public for the first time. */
  newest_at: string | null
  visibility: Generated<Visibility>
  /** Counts its links; only the newest opens it. */
  link_number: Generated<number>
  /** `visibility` while it is approved, else empty. */
  shown: GeneratedAlways<Visibility | ''>
}

export type PlaylistRow = Selectable<PlaylistTable>

/** A section of a playlist. */
export interface SectionTable {
  id: string
  playlist_id: string
  title: string
  position: number
}

export interface CourseTable extends Claimable, Trashable {
  id: string
  playlist_id: string
  title: string
  title_key: string
  /** The YouTube id; empty for a video of another source. */
  video_id: string
  source: Generated<VideoSource>
  /** `id` or `id/hash` of a Vimeo video; null for YouTube. */
  source_key: string | null
  duration_s: number | null
  /** Where it starts for learners who have not watched it yet. */
  start_s: number | null
  /** JSON array of chapters (contract/video/video.ts). */
  chapters: string | null
  description: string
  image: string
  status: Generated<StoredStatus>
  /** Since when its video cannot be played, as the checks found. */
  unavailable_since: string | null
  likes_count: Generated<number>
  comments_count: Generated<number>
  created_at: string
  updated_at: string
  section_id: string | null
  /** Orders the courses of a playlist, across its sections. */
  position: Generated<number>
  /** When it was public for the first time. */
  announced_at: string | null
  /** JSON array of corrections, each with the time at which it went online (server/features/catalog/courses/corrections.ts). */
  corrections: string | null
  /** When another video or a correction last went online, and which of them. */
  changed_at: string | null
  changed_what: 'video' | 'corrections' | null
}

export type CourseRow = Selectable<CourseTable>

/** A deleted playlist or course, until it is restored or deleted for good. */
export interface TrashTable {
  id: string
  kind: 'playlist' | 'course'
  subject_id: string
  /** The playlist itself, or that of the course. */
  playlist_id: string
  teacher_id: string
  /** Null when that account is deleted. */
  deleted_by: string | null
  deleted_at: string
  purge_at: string
}

export type TrashRow = Selectable<TrashTable>

export interface NoteTable {
  id: string
  user_id: string
  course_id: string
  at_s: number
  /** Empty for a bookmark. */
  text: string
  /** 1 for a bookmark. */
  bookmark: Generated<number>
  created_at: string
  updated_at: string
}

export type NoteRow = Selectable<NoteTable>

export interface LikeTable {
  id: string
  course_id: string
  user_id: string
}

export interface SaveTable {
  id: string
  user_id: string
  playlist_id: string
}

/** A part of how many there are: `slot` is whose connection counted it, the sum over all slots is the number. */
export interface TotalTable {
  kind:
    | 'playlists'
    | 'courses'
    | 'people'
    | 'comments'
    | 'revisions'
    | 'likes'
    | 'saves'
    | 'teacher_comments'
    | 'teacher_likes'
    | 'shown'
  /** Empty for what has none; of revisions it is their subject, of the reactions to one teacher that teacher. */
  category_id: string
  /**
   * Of people it is their role, of revisions their state, of `shown` that column of the playlists, of reactions `approved` where
   * everybody sees the course or playlist, else `hidden`.
   */
  status: string
  slot: number
  amount: number
}

export type TotalRow = Selectable<TotalTable>
