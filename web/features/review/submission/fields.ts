import type { ReviewedField, Subject } from '#contract/review/review.ts'

type Kind = Subject['kind']

/** The name of the field in the edit form. */
function inputOf(field: ReviewedField, kind: Kind): string {
  if (field === 'video') return 'videoLink'
  if (field === 'title') return kind === 'playlist' ? 'title' : 'videoTitle'
  if (field === 'image') return kind === 'playlist' ? 'mainPlaylistImage' : 'tutorialImage'
  return field
}

/** The edit form with the focus in this field; for the titles of sections the build screen. */
export function fieldAddress({ kind, _id, playlist }: Subject, field: ReviewedField): string {
  if (field === 'sections') return `/teacher-dashboard/build/${playlist._id}`
  const form =
    kind === 'playlist'
      ? `/teacher-dashboard/edit-playlist/${_id}`
      : `/teacher-dashboard/edit-course/${playlist._id}/${_id}`
  return `${form}?field=${inputOf(field, kind)}`
}
