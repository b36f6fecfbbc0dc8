import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

/** What a person who wants to teach tells the admins who decide about it. */
export function TeachingReasonField({ stored }: { stored: string }) {
  return (
    <TextAreaField
      name="teachingReason"
      label="What do you want to teach?"
      required
      span
      rows={3}
      help="An admin will decide whether you can teach."
      defaultValue={stored}
    />
  )
}
