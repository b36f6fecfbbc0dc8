import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { SETTINGS, type SettingKey } from '#contract/settings/setting-table.ts'
import { lockedBy } from '#contract/settings/setting-values.ts'
import type { AdminSettings, SettingChanges } from '#contract/settings/settings.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { conflictsOf } from '#web/core/drafts/conflicts.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Box, Foot, Setting } from '#web/features/account/security/settings.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { FieldError, useField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatClock, formatDate } from '#web/ui/text/format.ts'
import { ConfirmSettings } from './confirm-settings.tsx'
import styles from './people-settings.module.css'
import {
  changesOf,
  draftValues,
  LABELS,
  labelOfValue,
  type PeopleValues,
  REGISTRATION,
  storedValues,
  TEACHERS,
  VISITORS,
} from './people-values.ts'

/** The settings for visits, registration and teaching. */
export function PeopleSettings({ stored }: { stored: AdminSettings }) {
  const form = useRef<HTMLFormElement>(null)
  const values = storedValues(stored)
  const draft = useFormDraft('settings', 'people', { form, updatedAt: stored.version, stored: values })
  return (
    <Setting title="People" text="Who may visit, register and teach. Saving asks for your password.">
      <PeopleForm key={draft.version} {...{ form, draft, stored, values }} />
    </Setting>
  )
}

interface PeopleFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
  stored: AdminSettings
  /** The stored settings as texts. */
  values: PeopleValues & Record<string, string>
}

function PeopleForm({ form, draft, stored, values }: PeopleFormProps) {
  const [initial] = useState(() => draftValues(draft.text, values))
  const [registration, setRegistration] = useState(initial.registration)
  const [errors, setErrors] = useState<FormErrors>({})
  const [changes, setChanges] = useState<SettingChanges>()
  const conflicts = conflictsOf(draft, values)
  const isLocked = (key: SettingKey) => stored.settings[key].source === 'environment'

  function submit(data: FormData): void {
    const typed = draftValues((name, kept) => (data.has(name) ? textOf(data, name) : kept), values)
    const { value, errors = {} } = changesOf(typed, values)
    setErrors(errors)
    if (!value) return
    if (Object.keys(value).length > 0) setChanges(value)
    else notify.success('Nothing has changed.', { timeout: SCREEN_TOAST_MS })
  }

  return (
    <Box>
      <Form ref={form} errors={errors} aria-label="People" onChange={draft.store} onSubmit={submit}>
        <div className={styles.fields}>
          <SavedMeanwhile
            draft={draft}
            conflicts={conflicts}
            labelOf={(name) => LABELS[name] ?? name}
            describe={(mine, theirs) => ({ mine: labelOfValue(mine), theirs: labelOfValue(theirs) })}
          />
          <Group name="siteAccess" isLocked={isLocked('siteAccess')}>
            <RadioCards
              name="siteAccess"
              legend="Who may visit"
              columns={2}
              options={VISITORS}
              defaultValue={initial.siteAccess}
              disabled={isLocked('siteAccess')}
            />
          </Group>
          <Group name="registration" isLocked={isLocked('registration')}>
            <RadioCards
              name="registration"
              legend="Who may register"
              columns={2}
              options={REGISTRATION}
              value={registration}
              onChange={setRegistration}
              disabled={isLocked('registration')}
            />
          </Group>
          {registration === 'domain' && <DomainsField stored={initial.registrationDomains} />}
          <Group name="teachers" isLocked={isLocked('teachers')}>
            <Segmented
              name="teachers"
              legend="Who may teach"
              options={TEACHERS}
              defaultValue={initial.teachers}
              disabled={isLocked('teachers')}
            />
          </Group>
          <DraftLine draft={draft} />
        </div>
        <Foot hint={changedText(stored)}>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </Foot>
      </Form>
      {changes && (
        <ConfirmSettings
          version={stored.version}
          changes={changes}
          onSaved={draft.remove}
          onRejected={(error) => setErrors(fieldsOf(error))}
          onClose={() => setChanges(undefined)}
        />
      )}
    </Box>
  )
}

/** The sentences at the fields. A domain among several is named by its position. */
function fieldsOf(error: unknown): FormErrors {
  const sentences = Object.entries(fieldErrors(error) ?? {})
  return Object.fromEntries(sentences.map(([name, text]) => [name.split('.')[1] ?? name, text]))
}

function DomainsField({ stored }: { stored: string }) {
  return (
    <TextField
      name="registrationDomains"
      label="Domains"
      required
      kind="url"
      autoComplete="off"
      placeholder="school.example"
      help="Several with commas between them. Subdomains do not count."
      defaultValue={stored}
    />
  )
}

interface GroupProps {
  name: SettingKey
  isLocked: boolean
  children: ReactNode
}

/** A group of choices with what is wrong with it, or why it is locked. */
function Group({ name, isLocked, children }: GroupProps) {
  const field = useField({ name })
  return (
    <div>
      {children}
      <FieldError field={field} now={field.error} />
      {isLocked && (
        <p className={styles.locked}>
          <Icon name="lock" size="sm" />
          {lockedBy(SETTINGS[name].variable ?? '')}
        </p>
      )}
    </div>
  )
}

/** `Changed by Anna Weiss on 24 November, 10:42` */
function changedText({ changed }: AdminSettings): string {
  if (changed === null) return 'Nobody has changed these yet.'
  return `Changed by ${changed.by ?? 'a deleted account'} on ${formatDate(changed.at)}, ${formatClock(changed.at)}`
}
