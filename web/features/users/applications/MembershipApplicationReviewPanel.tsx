import '@mantine/core/styles/Kbd.css'
import { ActionIcon, Button, Group, Kbd, Text } from '@mantine/core'
import { IconCheck, IconChevronLeft, IconChevronRight, IconEye, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { queueText as text } from '#texts/approval-queue.ts'
import { usersText } from '#texts/users.ts'
import { buildViewButtonId } from '#web/features/users/list/UserRowActions.tsx'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import styles from '#web/ui/layout/ReviewQueue.module.css'
import { ApplicationReview } from './ApplicationReview.tsx'
import type { Placement } from './find-unsaved-country-and-club.ts'

const approveId = 'application-approve'

interface ApplicationPanelProps {
  applicant: UserRow
  /** Custom fields that the applicant filled in. */
  fields: ReactNode
  /** Text that states the applicant's position in the list of pending applicants. */
  position: string
  /** Shows the previous applicant; undefined while the first applicant of the page is shown. */
  onPrevious: (() => void) | undefined
  /** Shows the next applicant; undefined while the last applicant of the page is shown. */
  onNext: (() => void) | undefined
  /** Country and club that the approver has chosen for the applicant, whether saved or not. */
  chosenPlacement: Placement | undefined
  onChoosePlacement: (placement: Placement) => void
  /** Whether the applicant has a country, or a chosen country will be saved with the approval. */
  canApprove: boolean
  onView: () => void
  onApprove: () => void
  onReject: () => void
}

/**
 * Heading above an application: position in the approval queue and details. On phones, which show no list of
 * applicants, the buttons for the previous and the next applicant replace the details button.
 */
function ApplicationNavigation({ position, onPrevious, onNext, ...props }: ApplicationPanelProps) {
  const isPhone = useIsPhone()
  return (
    <Group gap={8} wrap="nowrap" mb={8}>
      <Text size="sm" c="dimmed" className="tabular" mr="auto">
        {position}
      </Text>
      {isPhone ? (
        <>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={text.previous}
            disabled={!onPrevious}
            onClick={onPrevious}
          >
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size={44} aria-label={text.next} disabled={!onNext} onClick={onNext}>
            <IconChevronRight size={20} aria-hidden />
          </ActionIcon>
        </>
      ) : (
        <ApplicantDetailsButton {...props} />
      )}
    </Group>
  )
}

function ApplicantDetailsButton({
  applicant,
  onView,
  isWide,
}: Pick<ApplicationPanelProps, 'applicant' | 'onView'> & { isWide?: boolean }) {
  return (
    <Button
      id={buildViewButtonId(applicant.id)}
      variant={isWide ? 'default' : 'subtle'}
      color="gray"
      size={isWide ? undefined : 'compact-sm'}
      fullWidth={isWide}
      mb={isWide ? 16 : undefined}
      leftSection={<IconEye size={16} aria-hidden />}
      onClick={onView}
    >
      {text.details}
    </Button>
  )
}

/** Buttons that reject, skip or approve an applicant. An applicant without a country cannot be approved. */
function ApplicationDecisionButtons({ canApprove, onNext, onApprove, onReject }: ApplicationPanelProps) {
  const isPhone = useIsPhone()
  return (
    <div className={styles.decide}>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconX size={18} aria-hidden />}
        rightSection={!isPhone && <Kbd>T</Kbd>}
        onClick={onReject}
      >
        {usersText.reject}
      </Button>
      <Text size="sm" c="dimmed" flex="1 1 auto" className={styles.needed}>
        {!canApprove && text.needsCountry}
      </Text>
      {!isPhone && (
        <Button variant="default" rightSection={<Kbd>J</Kbd>} disabled={!onNext} onClick={onNext}>
          {text.skip}
        </Button>
      )}
      <Button
        id={approveId}
        leftSection={<IconCheck size={18} aria-hidden />}
        rightSection={!isPhone && <Kbd>L</Kbd>}
        disabled={!canApprove}
        onClick={onApprove}
      >
        {usersText.approve}
      </Button>
    </div>
  )
}

/** Panel with the membership application under review, with navigation above and the decision below. */
export function MembershipApplicationReviewPanel(props: ApplicationPanelProps) {
  const isPhone = useIsPhone()
  return (
    <>
      <div className={styles.evidence}>
        <ApplicationNavigation {...props} />
        <ApplicationReview
          id={props.applicant.id}
          approveId={approveId}
          fields={props.fields}
          detailsButton={isPhone && <ApplicantDetailsButton {...props} isWide />}
          chosenPlacement={props.chosenPlacement}
          onChoosePlacement={props.onChoosePlacement}
        />
      </div>
      <ApplicationDecisionButtons {...props} />
    </>
  )
}
