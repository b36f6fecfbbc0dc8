/** What people read where they may not register or teach. Server and screens share the sentences exactly. */
export const REGISTRATION_CLOSED = 'Registration is closed.'
export const INVITATION_NEEDED = 'Registration needs an invitation. Open the link that you were sent.'
export const TEACHERS_INVITED = 'Teachers are invited here. Register as Student.'
export const ADMIN_WILL_DECIDE = 'An admin will decide whether you can teach.'

/** `Registration is open to addresses at school.example or college.example.` */
export function domainsNeeded(domains: readonly string[]): string {
  const last = domains.at(-1) ?? ''
  const list = domains.length > 1 ? `${domains.slice(0, -1).join(', ')} or ${last}` : last
  return `Registration is open to addresses at ${list}.`
}
