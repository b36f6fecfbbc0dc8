import { ROLES, type Role } from '#contract/account/user-fields.ts'
import type { TeacherPolicy } from '#contract/settings/setting-values.ts'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

interface RoleFieldProps {
  value: Role
  onChange: (role: Role) => void
  /** The role that the user has already, which is always offered. */
  own?: Role
  /** The people who may teach; unknown until it is loaded. */
  teachers: TeacherPolicy | undefined
  /** The initial answer to what the user wants to teach. */
  reason: string
}

/**
 * The role. Where an admin decides who may teach, a new teacher is asked what they want to teach; where teachers are invited,
 * nobody else is offered the role.
 */
export function RoleField({ value, onChange, own, teachers, reason }: RoleFieldProps) {
  const offered = ROLES.filter((role) => role === own || role !== 'Teacher' || teachers !== 'invitation')
  return (
    <>
      <Segmented
        name="role"
        legend="Role"
        span
        options={offered.map((role) => ({ value: role, label: role }))}
        value={value}
        onChange={onChange}
      />
      {mustAsk(value, { own, teachers }) && <TeachingReasonField stored={reason} />}
    </>
  )
}

/** Whether this user asks to become a teacher. */
export function mustAsk(role: Role, { own, teachers }: Pick<RoleFieldProps, 'own' | 'teachers'>): boolean {
  return role === 'Teacher' && own !== 'Teacher' && teachers === 'request'
}

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
