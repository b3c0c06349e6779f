import { Anchor, Box, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconCopy, IconFile, IconPencil, IconQrcode, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { getLanguage } from '#shared/language/texts.ts'
import { can, isInActivityAudience } from '#shared/policies.ts'
import { helperText, pageText as text } from '#texts/activities.ts'
import { useActivity } from '#web/features/activities/activities.api.ts'
import { LazyActivityDialog } from '#web/features/activities/form/LazyActivityDialog.tsx'
import { getOrganizingClubOfActivity } from '#web/features/activities/get-organizing-club-of-activity.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { formatFileSize } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData, isRecordNotFound } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import fileRows from '#web/ui/form/FileRows.module.css'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { CardSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { ShowTextInOtherLanguageButton } from '#web/ui/media/ShowTextInOtherLanguageButton.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ActivityChangesSinceJoiningNotice } from './ActivityChangesSinceJoiningNotice.tsx'
import { ActivityHeader } from './ActivityHeader.tsx'
import { ActivityStatusButtons } from './ActivityStatusButtons.tsx'
import event from './Event.module.css'
import { ImageGallery } from './ImageGallery.tsx'
import { JoinActivityPanel } from './JoinActivityPanel.tsx'
import { ParticipantAvatars } from './ParticipantAvatars.tsx'
import { ParticipantTable } from './ParticipantTable.tsx'

const editId = 'edit-activity'
const copyId = 'copy-activity'
const helpersId = 'activity-helpers'
/** Id of the button that opens each dialog of the activity. The button receives the focus when its dialog closes. */
const openerIds = { edit: editId, copy: copyId, helpers: helpersId }
const ActivityHelpersDialog = createLazyOverlay(
  async () => (await import('./ActivityHelpersDialog.tsx')).ActivityHelpersDialog,
)

function ActivityDocuments({ activity: { documents } }: { activity: ActivityRow }) {
  if (documents.length === 0) return null
  return (
    <section aria-label={text.documents}>
      <Title order={3} size="h5" mb="xs">
        {text.documents}
      </Title>
      <ul className={fileRows.files}>
        {documents.map(file => (
          <li key={file.id} className={fileRows.file}>
            <IconFile size={20} aria-hidden />
            <Anchor href={file.url} download className={fileRows.fileName}>
              {file.name}
            </Anchor>
            <Text size="xs" c="dimmed">
              {formatFileSize(file.size)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ActivityNotFound() {
  const backButton = (
    <Button component={Link} to="/activities" variant="default">
      {text.back}
    </Button>
  )
  return (
    <Card>
      <EmptyState text={text.notFound} action={backButton} />
    </Card>
  )
}

/** Buttons for an activity's organizers and helpers. Helpers may check in participants and edit the activity. */
function ActivityActions({
  activity,
  canManage,
  onOpen,
}: {
  activity: ActivityRow
  canManage: boolean
  onOpen: (dialog: keyof typeof openerIds) => void
}) {
  return (
    <Group gap="sm" className="actions">
      {activity.status !== 'cancelled' && (
        <Button
          leftSection={<IconQrcode size={18} aria-hidden />}
          renderRoot={props => (
            <Link to="/activities/$id/check-in" params={{ id: String(activity.id) }} {...props} />
          )}
        >
          {text.checkIn}
        </Button>
      )}
      <Button
        id={editId}
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => onOpen('edit')}
      >
        {text.edit}
      </Button>
      {canManage && (
        <>
          <Button
            id={copyId}
            variant="default"
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => onOpen('copy')}
          >
            {text.duplicate}
          </Button>
          <Button
            id={helpersId}
            variant="default"
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => onOpen('helpers')}
          >
            {helperText.button}
          </Button>
          <ActivityStatusButtons activity={activity} />
        </>
      )}
    </Group>
  )
}

/** Page of one activity. Only organizers and helpers see the list of participants. */
export function ActivityDetails({
  user,
  id,
  renderCertificate,
}: {
  user: CurrentUser
  id: number | undefined
  /** Renders the attendance certificate button, which is passed in because it belongs to another feature. */
  renderCertificate: (activity: ActivityRow) => ReactNode
}) {
  const query = useActivity(id)
  const [open, setOpen] = useState<keyof typeof openerIds>()
  const [language, setLanguage] = useState(getLanguage)
  if (isRecordNotFound(query)) return <ActivityNotFound />
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <CardSkeleton cover={180} lines={5} />
  const stored = query.data
  const activity = putTranslationInReaderLanguageFirst(stored, language)
  const canManage = can(user, 'activities.manage', { club: getOrganizingClubOfActivity(activity) })
  const closeActivityDialog = () => {
    setOpen(undefined)
    if (open) focusElementAfterDialogCloses(openerIds[open])
  }
  const canRun = canManage || activity.isHelper
  return (
    <Stack gap="lg">
      <BackLink to="/activities">{text.back}</BackLink>
      <Columns template={{ md: 'minmax(0, 1fr) 320px' }} gap={20} align="start">
        <Box aria-label={activity.title} component="article" miw={0} className={event.main}>
          <ActivityHeader activity={activity} />
          <Stack gap={18}>
            <ActivityChangesSinceJoiningNotice activity={activity} />
            {activity.description && (
              <Text lang={activity.language} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {activity.description}
              </Text>
            )}
            <ShowTextInOtherLanguageButton version={activity} onSwitch={setLanguage} />
            <ParticipantAvatars activity={activity} />
            <ImageGallery images={activity.images} />
            <ActivityDocuments activity={activity} />
            {canRun && <ActivityActions activity={activity} canManage={canManage} onOpen={setOpen} />}
          </Stack>
        </Box>
        <JoinActivityPanel
          activity={activity}
          mayManage={canManage}
          isInvited={isInActivityAudience(user, getOrganizingClubOfActivity(activity))}
          certificate={activity.myStatus === 'attended' && renderCertificate(activity)}
        />
      </Columns>
      {canRun && <ParticipantTable activity={activity} />}
      {open === 'helpers' && <ActivityHelpersDialog activity={activity} onClose={closeActivityDialog} />}
      {(open === 'edit' || open === 'copy') && (
        <LazyActivityDialog
          user={user}
          {...(open === 'edit' ? { activity: stored } : { template: stored })}
          onClose={closeActivityDialog}
        />
      )}
    </Stack>
  )
}
