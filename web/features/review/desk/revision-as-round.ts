import type { FullRevision } from '#contract/review/review.ts'
import type { Round } from '#contract/review/rounds.ts'

/** A revision as a round of its own, for the lists of what nobody decides any more. */
export function revisionAsRound(revision: FullRevision): Round {
  const { courses, lastDecisions, otherItems, reports, ...version } = revision
  const { _id, subject, number, createdAt, submittedAt, decidedAt, teacher, category, claim } = revision
  const own = { ...version, formerly: null }
  return {
    _id,
    number,
    message: '',
    submittedAt: submittedAt ?? createdAt,
    decidedAt,
    ageHours: 0,
    version: revision.version,
    claim,
    teacher,
    category,
    subject: { ...subject.playlist, title: subject.title },
    playlist: subject.kind === 'playlist' ? own : null,
    videos: subject.kind === 'course' ? [own] : [],
    rounds: [],
    courses,
    lastDecisions,
    otherItems,
    reports,
  }
}
