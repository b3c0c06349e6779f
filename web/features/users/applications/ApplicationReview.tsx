import { Anchor, Box, Center, Flex, Group, Skeleton, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMail, IconMinus, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Application } from '#shared/contracts/users/users.schemas.ts'
import { checkText, queueText as text } from '#texts/approval-queue.ts'
import { educationLevelLabels } from '#texts/labels.ts'
import { usersText } from '#texts/users.ts'
import { useMembershipApplication } from '#web/features/users/users.api.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { buildTelUrl } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData, isRecordNotFound } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import styles from '#web/ui/layout/ReviewQueue.module.css'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { ApplicantCountryAndClubForm } from './ApplicantCountryAndClubForm.tsx'
import { type ApplicationCheck, runMembershipApplicationChecks } from './application-checks.ts'
import type { Placement } from './find-unsaved-country-and-club.ts'

const toneProps = {
  good: getToneProps('tint'),
  look: getToneProps('warn'),
  plain: { bg: 'var(--mantine-color-default-hover)' },
}
const toneIcons = { good: IconCheck, look: IconAlertTriangle, plain: IconMinus }

function ApplicationCheckItem({ check: { label, value, note, tone, merge } }: { check: ApplicationCheck }) {
  const ToneIcon = toneIcons[tone]
  return (
    <Flex component="li" gap={12} py={12} style={{ borderBottom: '1px solid var(--line)' }}>
      <Center component="span" flex="none" w={28} h={28} bdrs={8} {...toneProps[tone]}>
        <ToneIcon size={16} aria-hidden />
      </Center>
      <Box component="span" miw={0} className={styles.checkWords}>
        <Box component="span" fz={13} c="dimmed">
          {label}
        </Box>
        <Box component="span" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {value}
        </Box>
        {note && (
          <Box component="span" display="block" fz={13} fw={400} c="dimmed">
            {note}
          </Box>
        )}
        {merge && (
          <Anchor
            className="lone"
            size="sm"
            aria-label={checkText.compareWith({ name: value })}
            renderRoot={props => (
              <Link
                to="/duplicates/$id"
                params={{ id: String(merge.id) }}
                search={{ with: merge.with }}
                {...props}
              />
            )}
          >
            {checkText.compare}
          </Anchor>
        )}
      </Box>
    </Flex>
  )
}

function ApplicantHeader({ application }: { application: Application }) {
  const { fullName, email, phone } = application
  const isPhone = useIsPhone()
  const iconSize = isPhone ? 14 : 16
  return (
    <Group gap={isPhone ? 12 : 16} wrap="nowrap" mb={18}>
      <PersonAvatar person={application} size={isPhone ? 44 : 56} />
      <Box miw={0}>
        <Title order={3} id={applicantNameId} tabIndex={-1} className={styles.name}>
          {fullName}
        </Title>
        <Flex
          wrap="wrap"
          gap="4px 16px"
          fz={{ base: 13, sm: 14 }}
          c="dimmed"
          style={{ overflowWrap: 'anywhere' }}
          className={styles.contacts}
        >
          <span>
            <IconMail size={iconSize} aria-hidden /> <EmailAddress address={email} />
          </span>
          {phone && (
            <Anchor className="lone" inherit href={buildTelUrl(phone)}>
              <IconPhone size={iconSize} aria-hidden /> {phone}
            </Anchor>
          )}
        </Flex>
      </Box>
    </Group>
  )
}

/** Id of the element with the applicant's name, which takes the focus after a decision on phones. */
export const applicantNameId = 'application-name'

/** Membership application under review: contact data, studies, country and club, and automatic checks. */
export function ApplicationReview({
  id,
  approveId,
  fields,
  detailsButton,
  chosenPlacement,
  onChoosePlacement,
}: {
  id: number
  approveId: string
  /** Custom fields that the applicant filled in. */
  fields: ReactNode
  /** Button below the name that opens the details of the applicant, on phones only. */
  detailsButton: ReactNode
  chosenPlacement: Placement | undefined
  onChoosePlacement: (placement: Placement) => void
}) {
  const query = useMembershipApplication(id)
  const application = query.data
  if (isRecordNotFound(query)) return <EmptyState text={text.gone} />
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!application) return <Skeleton height={420} />
  const { institution, course, educationLevel, startYear, endYear } = application
  const years = [startYear, endYear].filter(year => year !== null).join(' – ')
  return (
    <>
      <ApplicantHeader application={application} />
      {detailsButton}
      <Box py={14} px={{ base: 12, sm: 16 }} mb={20} bd="1px solid var(--line)" bdrs={14}>
        <Columns component="dl" template={{ base: '1.2fr 1fr', sm: '1fr 1fr' }} gap="12px 16px" mb={12}>
          <LabelledValue label={usersText.institution}>{institution}</LabelledValue>
          <LabelledValue label={text.course}>{course}</LabelledValue>
          {educationLevel && (
            <LabelledValue label={usersText.educationLevel}>
              {educationLevelLabels[educationLevel]}
            </LabelledValue>
          )}
          <LabelledValue label={text.years}>{years}</LabelledValue>
        </Columns>
        <ApplicantCountryAndClubForm
          key={id}
          application={application}
          approveId={approveId}
          chosen={chosenPlacement}
          onChoose={onChoosePlacement}
        />
      </Box>
      <Title order={4} size="h5" mb="xs">
        {text.checks}
      </Title>
      <Columns component="ul" template={{ base: '1fr', md: '1fr 1fr' }} gap="0 24px" aria-label={text.checks}>
        {runMembershipApplicationChecks(application).map(check => (
          <ApplicationCheckItem key={`${check.label} ${check.value} ${check.merge?.id}`} check={check} />
        ))}
      </Columns>
      {/* Custom fields are loaded lazily and come last, so that the other fields do not shift when they arrive. */}
      <Box mt={20}>{fields}</Box>
    </>
  )
}
