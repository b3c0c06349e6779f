import '@mantine/core/styles/NumberInput.css'
import { Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import {
  type ElectionDetail,
  electionBody,
  minBallots,
} from '#shared/contracts/elections/elections.schemas.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { electionFormText as text } from '#texts/elections.ts'
import { useSaveElection } from '#web/features/elections/elections.api.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { ElectorateSelect, useElectorateSelectOptions } from '#web/ui/form/ElectorateSelect.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { formatZonedTime, parseZonedTime, ZonedTimeInput } from '#web/ui/form/ZonedTimeInput.tsx'
import { ElectionQuestionFields } from './ElectionQuestionFields.tsx'
import {
  convertDraftsToQuestions,
  convertElectionQuestionsToDrafts,
  type QuestionDraft,
} from './question-drafts.ts'
import { type ChosenMember, TrusteeFields } from './TrusteeFields.tsx'

type DateField = 'enrolmentEndsAt' | 'opensAt' | 'closesAt'
const dateFields: DateField[] = ['enrolmentEndsAt', 'opensAt', 'closesAt']
/** Suggested dates of a new election, in days from today: end of enrolment, start of voting and end of voting. */
const proposedDays: Record<DateField, number> = { enrolmentEndsAt: 7, opensAt: 9, closesAt: 16 }

/**
 * Returns the dates of the draft. For a new election, suggests 20:00 in the election's time zone on the suggested days.
 */
function proposeElectionDates(election: ElectionDetail | undefined, zone: string): Record<DateField, string> {
  const proposeDate = (field: DateField) =>
    `${new Date(Date.now() + proposedDays[field] * 86_400_000).toISOString().slice(0, 10)}T20:00`
  const format = (field: DateField) =>
    election ? formatZonedTime(election[field], zone) : proposeDate(field)
  return {
    enrolmentEndsAt: format('enrolmentEndsAt'),
    opensAt: format('opensAt'),
    closesAt: format('closesAt'),
  }
}

/** Dialog that creates an election or edits a draft. */
export function ElectionDialog({
  user,
  election,
  onClose,
}: {
  user: CurrentUser
  election?: ElectionDetail
  onClose: () => void
}) {
  const save = useSaveElection(election?.id)
  const navigate = useNavigate()
  const places = useElectorateSelectOptions(user)
  const [placeValue, setPlaceValue] = useState<string>()
  const place = places.find(({ value }) => value === placeValue) ?? places[0]
  const zone = election?.timeZone ?? place?.timeZone ?? headquartersTimeZone
  const [dates, setDates] = useState(() => proposeElectionDates(election, zone))
  const [questions, setQuestions] = useState<QuestionDraft[]>(() =>
    convertElectionQuestionsToDrafts(election),
  )
  const [trustees, setTrustees] = useState<(ChosenMember | null)[]>(
    () => election?.trustees.map(({ person }) => person) ?? [null, null, null],
  )
  const { form, errors, submit } = useValidatedForm({
    schema: electionBody,
    sending: save,
    read: fields => {
      const { title, description, objectionHours } = readFormValues(fields)
      const parseDateField = (field: DateField) => parseZonedTime(dates[field], zone)
      return {
        values: {
          title,
          description,
          objectionHours: Number(objectionHours),
          clubId: election ? election.clubId : (place?.clubId ?? null),
          country: election ? election.country : (place?.country ?? null),
          enrolmentEndsAt: parseDateField('enrolmentEndsAt'),
          opensAt: parseDateField('opensAt'),
          closesAt: parseDateField('closesAt'),
          questions: convertDraftsToQuestions(questions),
          trusteeIds: trustees.flatMap(trustee => trustee?.id ?? []),
        },
      }
    },
    onSuccess: id => {
      onClose()
      if (!election) void navigate({ to: '/elections/$id', params: { id: String(id) } })
    },
  })
  return (
    <FormDialog
      size="xl"
      title={election ? text.edit : text.create}
      form={form}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? text.saving : text.save}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {!election && place && (
        <ElectorateSelect places={places} value={place.value} onChange={setPlaceValue} />
      )}
      <TextInput
        name="title"
        label={text.title}
        withAsterisk
        maxLength={150}
        defaultValue={election?.title}
        data-autofocus
        error={errors.title}
      />
      <Textarea
        name="description"
        label={text.description}
        autosize
        minRows={2}
        maxLength={2000}
        defaultValue={election?.description}
        error={errors.description}
      />
      {dateFields.map(field => (
        <ZonedTimeInput
          key={field}
          label={text[field]}
          wall={dates[field]}
          zone={zone}
          help={field === 'enrolmentEndsAt' ? text.enrolmentHelp({ min: minBallots }) : undefined}
          error={errors[field]}
          onChange={wall => setDates({ ...dates, [field]: wall })}
        />
      ))}
      <NumberInput
        name="objectionHours"
        label={text.objectionHours}
        description={text.objectionHelp}
        min={0}
        max={720}
        defaultValue={election?.objectionHours ?? 24}
        error={errors.objectionHours}
      />
      <ElectionQuestionFields questions={questions} errors={errors} onChange={setQuestions} />
      <TrusteeFields trustees={trustees} error={errors.trusteeIds} onChange={setTrustees} />
    </FormDialog>
  )
}
