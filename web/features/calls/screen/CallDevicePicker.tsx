import '@mantine/core/styles/SimpleGrid.css'
import { Select, SimpleGrid } from '@mantine/core'
import { callsText as text } from '#texts/calls.ts'
import type { OwnMedia } from '#web/features/calls/media/own-media.ts'
import { useStoreState } from '#web/lib/state/store.ts'

/** Selects the camera, the microphone and, where the browser allows it, the speaker of a call. */
export function CallDevicePicker({ media }: { media: OwnMedia }) {
  const { stream, devices, chosen } = useStoreState(media)
  const getDeviceInUse = (kind: string) =>
    stream
      .getTracks()
      .find(track => track.kind === kind)
      ?.getSettings().deviceId
  const fields = [
    {
      name: text.camera,
      list: media.isAudioOnly ? [] : devices.cameras,
      value: chosen.camera ?? getDeviceInUse('video'),
      choose: (id: string) => void media.chooseCamera(id),
    },
    {
      name: text.microphone,
      list: devices.microphones,
      value: chosen.microphone ?? getDeviceInUse('audio'),
      choose: (id: string) => void media.chooseMicrophone(id),
    },
    {
      name: text.speaker,
      list: devices.speakers,
      value: chosen.speaker,
      choose: (id: string) => media.chooseSpeaker(id),
    },
  ]
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {fields.map(
        ({ name, list, value, choose }) =>
          list.length > 0 && (
            <Select
              key={name}
              label={name}
              data={list.map(({ deviceId, label }, index) => ({
                value: deviceId,
                label: label || `${name} ${index + 1}`,
              }))}
              value={value ?? list[0]?.deviceId ?? null}
              disabled={list.length < 2}
              allowDeselect={false}
              onChange={id => id && choose(id)}
            />
          ),
      )}
    </SimpleGrid>
  )
}
