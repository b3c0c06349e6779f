import { Box, Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { motionMajorities } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { type MotionDetail, motionBody } from '#shared/contracts/motions/motions.schemas.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { motionsText, motionFormText as text } from '#texts/motions.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { ElectorateSelect, useElectorateSelectOptions } from '#web/ui/form/ElectorateSelect.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { MemberSelect } from '#web/ui/form/MemberSelect.tsx'
import { formatZonedTime, parseZonedTime, ZonedTimeInput } from '#web/ui/form/ZonedTimeInput.tsx'
import { useSaveMotion } from './motions.api.ts'

const wholeRow = { gridColumn: '1 / -1' }

/** Dialog that creates a motion (open vote by name) or edits a draft. */
export function MotionDialog({
  user,
  motion,
  onClose,
}: {
  user: CurrentUser
  motion?: MotionDetail
  onClose: () => void
}) {
  const save = useSaveMotion(motion?.id)
  const navigate = useNavigate()
  const places = useElectorateSelectOptions(user)
  const [placeValue, setPlaceValue] = useState<string>()
  const place = places.find(({ value }) => value === placeValue) ?? places[0]
  const zone = motion?.timeZone ?? place?.timeZone ?? headquartersTimeZone
  const [proposer, setProposer] = useState<{ id: number; fullName: string } | null>(motion?.proposer ?? null)
  const [seconder, setSeconder] = useState<{ id: number; fullName: string } | null>(motion?.seconder ?? null)
  const [closesAt, setClosesAt] = useState(motion ? formatZonedTime(motion.closesAt, motion.timeZone) : '')
  const { form, errors, submit } = useValidatedForm({
    schema: motionBody,
    sending: save,
    read: fields => {
      const { title, body, majority, quorum } = readFormValues(fields)
      return {
        values: {
          title,
          body,
          majority,
          clubId: motion ? motion.clubId : (place?.clubId ?? null),
          country: motion ? motion.country : (place?.country ?? null),
          quorum: quorum ? Number(quorum) : null,
          proposerId: proposer?.id,
          seconderId: seconder?.id,
          closesAt: parseZonedTime(closesAt, zone),
        },
      }
    },
    onSuccess: id => {
      onClose()
      if (!motion) void navigate({ to: '/motions/$id', params: { id: String(id) } })
    },
  })
  return (
    <FormDialog
      size="lg"
      template="repeat(2, minmax(0, 1fr))"
      title={motion ? text.edit : text.create}
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
      {!motion && place && (
        <Box style={wholeRow}>
          <ElectorateSelect places={places} value={place.value} onChange={setPlaceValue} />
        </Box>
      )}
      <TextInput
        name="title"
        label={text.title}
        withAsterisk
        maxLength={150}
        defaultValue={motion?.title}
        data-autofocus
        error={errors.title}
        style={wholeRow}
      />
      <Textarea
        name="body"
        label={text.body}
        description={text.bodyHelp}
        withAsterisk
        autosize
        minRows={4}
        maxLength={4000}
        defaultValue={motion?.body}
        error={errors.body}
        style={wholeRow}
      />
      <MemberSelect
        name="proposerId"
        label={text.proposer}
        withAsterisk
        member={proposer}
        error={errors.proposerId}
        onChange={setProposer}
      />
      <MemberSelect
        name="seconderId"
        label={text.seconder}
        withAsterisk
        member={seconder}
        error={errors.seconderId}
        onChange={setSeconder}
      />
      <NativeSelect
        name="majority"
        label={text.majority}
        data={motionMajorities.map(value => ({ value, label: motionsText.majority[value] }))}
        defaultValue={motion?.majority}
        error={errors.majority}
      />
      <ZonedTimeInput
        label={text.closesAt}
        wall={closesAt}
        zone={zone}
        error={errors.closesAt}
        onChange={setClosesAt}
      />
      <TextInput
        name="quorum"
        type="number"
        min={1}
        label={text.quorum}
        description={text.quorumHelp}
        defaultValue={motion?.quorum ?? ''}
        error={errors.quorum}
        style={wholeRow}
      />
    </FormDialog>
  )
}
