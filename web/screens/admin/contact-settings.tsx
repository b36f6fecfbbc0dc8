import { REVIEW_EDITS } from '#contract/review/review.ts'
import type { AdminSettings } from '#contract/settings/settings.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { type Section, SectionForm } from './section-form.tsx'

interface SettingsProps {
  stored: AdminSettings
}

const CONTACT: Section = {
  name: 'contact',
  title: 'Contact',
  text: 'How people reach you. Without any detail the page shows an example.',
  hint: 'Empty details are not shown.',
  labels: { address: 'Address', phone: 'Phone', email: 'Email' },
  textsOf: ({ settings }) => ({ ...settings.contact.value }),
  changesOf: ({ address = '', phone = '', email = '' }, { settings }) => {
    const former = settings.contact.value
    const isSame = address === former.address && phone === former.phone && email === former.email
    return isSame ? {} : { contact: { address, phone, email: email.trim() } }
  },
}

export function ContactSettings({ stored }: SettingsProps) {
  return (
    <SectionForm
      section={CONTACT}
      stored={stored}
      fields={({ draft, texts }) => {
        const field = (name: string) => ({ name, defaultValue: draft.text(name, texts[name] ?? '') })
        return (
          <>
            <TextAreaField {...field('address')} label="Address" rows={3} />
            <TextField {...field('phone')} label="Phone" autoComplete="tel" />
            <TextField {...field('email')} label="Email" kind="email" autoComplete="email" />
          </>
        )
      }}
    />
  )
}

const REVIEW: Section = {
  name: 'review',
  title: 'Review',
  text: 'Which edits of something approved wait for an admin.',
  hint: '',
  labels: { reviewEdits: 'Edits that wait' },
  textsOf: ({ settings }) => ({ reviewEdits: settings.reviewEdits.value }),
  changesOf: ({ reviewEdits }, { settings }) =>
    reviewEdits === settings.reviewEdits.value ? {} : { reviewEdits },
}

const EDITS = [
  { value: 'video', label: 'A new video', help: 'Other edits apply at once.' },
  { value: 'all', label: 'All edits', help: 'Captions and the order apply at once.' },
  { value: 'none', label: 'No edit', help: 'Everything applies at once.' },
] as const

export function ReviewSettings({ stored }: SettingsProps) {
  return (
    <SectionForm
      section={REVIEW}
      stored={stored}
      fields={({ draft, texts, lockOf }) => {
        const { disabled, help } = lockOf('reviewEdits')
        const chosen = draft.text('reviewEdits', texts.reviewEdits ?? '')
        return (
          <div>
            <RadioCards
              name="reviewEdits"
              legend="Edits that wait"
              options={EDITS}
              defaultValue={REVIEW_EDITS.find((each) => each === chosen) ?? 'video'}
              disabled={disabled}
            />
            {help}
          </div>
        )
      }}
    />
  )
}

const UPLOADS: Section = {
  name: 'uploads',
  title: 'Uploads',
  text: 'The space of each teacher for own videos.',
  hint: 'A smaller space stops new uploads only.',
  labels: { uploadQuotaGb: 'Space in GB' },
  textsOf: ({ settings }) => ({ uploadQuotaGb: String(settings.uploadQuotaGb.value) }),
  changesOf: ({ uploadQuotaGb = '' }, { settings }) => {
    const gb = uploadQuotaGb.trim() === '' ? Number.NaN : Number(uploadQuotaGb)
    return gb === settings.uploadQuotaGb.value ? {} : { uploadQuotaGb: gb }
  },
}

export function UploadSettings({ stored }: SettingsProps) {
  return (
    <SectionForm
      section={UPLOADS}
      stored={stored}
      fields={({ draft, texts, lockOf }) => (
        <TextField
          name="uploadQuotaGb"
          label="Space in GB"
          kind="numeric"
          required
          {...lockOf('uploadQuotaGb')}
          defaultValue={draft.text('uploadQuotaGb', texts.uploadQuotaGb ?? '')}
        />
      )}
    />
  )
}
