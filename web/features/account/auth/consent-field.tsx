import {
  acceptText,
  CONSENT_KINDS,
  LEGAL_TITLES,
  type LegalVersions,
} from '#contract/settings/legal-kinds.ts'
import type { FormDraft } from '#web/core/drafts/use-form-draft.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { FieldError, useField } from '#web/ui/form/field.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './consent-field.module.css'

interface ConsentFieldProps {
  legal: LegalVersions | undefined
  draft: FormDraft
}

/** The end of the form: what is kept of it, and above that what has to be accepted. */
export function ConsentField({ legal = {}, draft }: ConsentFieldProps) {
  const isNeeded = CONSENT_KINDS.some((kind) => legal[kind])
  return (
    <>
      {isNeeded && <Acceptance legal={legal} wasAccepted={draft.text('accepts', '') !== ''} />}
      <DraftLine draft={draft} />
    </>
  )
}

/** The pages open in a new tab. */
function Acceptance({ legal, wasAccepted }: { legal: LegalVersions; wasAccepted: boolean }) {
  const field = useField({ name: 'consent', required: true })
  const published = CONSENT_KINDS.filter((kind) => legal[kind])
  return (
    <div className={styles.consent}>
      <label>
        <input {...field.control} type="checkbox" name="accepts" defaultChecked={wasAccepted} />
        {acceptText(legal)}
      </label>
      <p className={styles.read}>
        Read{' '}
        {published.map((kind) => (
          <TextLink key={kind} to={`/${kind}`} target="_blank" inline>
            {LEGAL_TITLES[kind]}
          </TextLink>
        ))}
      </p>
      <FieldError field={field} />
    </div>
  )
}
