import { useRef, useState } from 'react'
import { PROVIDER_ACCOUNTS } from '#contract/settings/setting-values.ts'
import { type AdminSettings, SettingChanges } from '#contract/settings/settings.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { conflictsOf } from '#web/core/drafts/conflicts.ts'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Foot } from '#web/features/account/security/settings.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { ConfirmSettings } from './confirm-settings.tsx'
import styles from './people-settings.module.css'

const ACCOUNTS = [
  { value: 'form', label: 'With a form', help: 'They choose their name, role and picture.' },
  { value: 'automatic', label: 'At once', help: 'With the name of the provider and a drawn picture.' },
  { value: 'off', label: 'Not at all', help: 'Only people who have an account get in.' },
] as const

const LABELS: Readonly<Record<string, string>> = {
  providerAccounts: 'A new account at the first sign-in',
  providerTeacher: 'Value that makes a teacher',
  providerAdmin: 'Value that makes an admin',
}

const labelOfValue = (text: string) => ACCOUNTS.find(({ value }) => value === text)?.label ?? text

function valuesOf({ settings }: AdminSettings) {
  return {
    providerAccounts: settings.providerAccounts.value,
    providerTeacher: settings.providerTeacher.value,
    providerAdmin: settings.providerAdmin.value,
  }
}

/** What a sign-in with the provider makes of a person. */
export function ProviderForm({ stored }: { stored: AdminSettings }) {
  const form = useRef<HTMLFormElement>(null)
  const values = valuesOf(stored)
  const draft = useFormDraft('settings', 'provider', { form, updatedAt: stored.version, stored: values })
  const [errors, setErrors] = useState<FormErrors>({})
  const [changes, setChanges] = useState<SettingChanges>()
  const accounts = PROVIDER_ACCOUNTS.find((each) => each === draft.text('providerAccounts', ''))

  function submit(data: FormData): void {
    const changed = Object.entries(values).flatMap(([name, kept]) =>
      textOf(data, name) === kept ? [] : [[name, textOf(data, name)]],
    )
    const { value, errors = {} } = checkDraft(SettingChanges, Object.fromEntries(changed))
    setErrors(errors)
    if (!value) return
    if (changed.length > 0) setChanges(value)
    else notify.success('Nothing has changed.', { timeout: SCREEN_TOAST_MS })
  }

  return (
    <>
      <Form
        key={draft.version}
        ref={form}
        errors={errors}
        aria-label="Sign-in provider"
        onChange={draft.store}
        onSubmit={submit}
      >
        <div className={styles.fields}>
          <SavedMeanwhile
            draft={draft}
            conflicts={conflictsOf(draft, values)}
            labelOf={(name) => LABELS[name] ?? name}
            describe={(mine, theirs) => ({ mine: labelOfValue(mine), theirs: labelOfValue(theirs) })}
          />
          <RadioCards
            name="providerAccounts"
            legend="A new account at the first sign-in"
            options={ACCOUNTS}
            defaultValue={accounts ?? values.providerAccounts}
          />
          <ValueField name="providerTeacher" stored={draft.text('providerTeacher', values.providerTeacher)} />
          <ValueField name="providerAdmin" stored={draft.text('providerAdmin', values.providerAdmin)} />
          <DraftLine draft={draft} />
        </div>
        <Foot hint="Roles and groups follow the provider at each sign-in.">
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
          onRejected={(error) => setErrors(fieldErrors(error) ?? {})}
          onClose={() => setChanges(undefined)}
        />
      )}
    </>
  )
}

function ValueField({ name, stored }: { name: 'providerTeacher' | 'providerAdmin'; stored: string }) {
  return (
    <TextField
      name={name}
      label={LABELS[name] ?? name}
      autoComplete="off"
      help="A value of the claim. Empty: none."
      defaultValue={stored}
    />
  )
}
