import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { failureText } from '#web/lib/api.ts'
import styles from './Calls.module.css'
import { Controls } from './Controls.tsx'
import { callsText as text } from './calls.text.ts'
import { type Chosen, type Devices, listDevices, openMedia } from './media.ts'
import { Privacy } from './Privacy.tsx'
import { Tile } from './Tile.tsx'

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** One's own camera and microphone, tried before anybody else sees or hears them; off again unless taken along. */
function useOwnMedia(chosen: Chosen, isTaken: RefObject<boolean>) {
  const [media, setMedia] = useState<{ stream?: MediaStream; devices?: Devices; error?: Error }>({})
  useEffect(() => {
    let isGone = false
    let opened: MediaStream | undefined
    async function open() {
      opened = await openMedia(chosen)
      const devices = await listDevices()
      if (isGone) stop(opened)
      else setMedia({ stream: opened, devices })
    }
    open().catch(error => !isGone && setMedia({ error }))
    return () => {
      isGone = true
      if (!isTaken.current) stop(opened)
    }
  }, [chosen, isTaken])
  return media
}

function DeviceChoice({
  devices,
  chosen,
  onChoose,
}: {
  devices: Devices
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}) {
  const options = (list: MediaDeviceInfo[], name: string) =>
    list.map(({ deviceId, label }, index) => ({ value: deviceId, label: label || `${name} ${index + 1}` }))
  const fields = [
    ['camera', text.camera, devices.cameras],
    ['microphone', text.microphone, devices.microphones],
  ] as const
  return (
    <Group grow>
      {fields.map(([kind, name, list]) => (
        <Select
          key={kind}
          label={name}
          data={options(list, name)}
          value={chosen[kind] ?? list[0]?.deviceId ?? null}
          disabled={list.length < 2}
          allowDeselect={false}
          onChange={value => value && onChoose({ ...chosen, [kind]: value })}
        />
      ))}
    </Group>
  )
}

export function CallPreview({
  name,
  isRunning,
  error,
  isEntering,
  onEnter,
  onCancel,
}: {
  name: string
  isRunning: boolean
  error?: Error
  isEntering: boolean
  /** False: it did not come about, and the preview goes on. */
  onEnter: (stream: MediaStream) => Promise<boolean>
  onCancel: () => void
}) {
  const [chosen, setChosen] = useState<Chosen>({})
  const isTaken = useRef(false)
  const { stream, devices, error: mediaError } = useOwnMedia(chosen, isTaken)
  const [isMuted, setMuted] = useState(false)
  const [isCameraOff, setCameraOff] = useState(false)
  const enter = async () => {
    if (!stream) return
    for (const track of stream.getAudioTracks()) track.enabled = !isMuted
    for (const track of stream.getVideoTracks()) track.enabled = !isCameraOff
    isTaken.current = true
    isTaken.current = await onEnter(stream)
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {text.preview}
      </Text>
      <div className={styles.preview}>
        <Tile name={name} isMine isMuted={isMuted} isCameraOff={isCameraOff} {...(stream && { stream })} />
      </div>
      {mediaError && <Alert color="red">{text.noDevices}</Alert>}
      {error && (
        <Alert color="red" role="alert">
          {failureText(error, error.message || text.failed)}
        </Alert>
      )}
      <Controls isMuted={isMuted} isCameraOff={isCameraOff} onMuted={setMuted} onCameraOff={setCameraOff} />
      {devices && <DeviceChoice devices={devices} chosen={chosen} onChoose={setChosen} />}
      <Privacy />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button loading={isEntering} disabled={!stream} onClick={enter}>
          {isRunning ? text.joinNow : text.startNow}
        </Button>
      </Group>
    </Stack>
  )
}
