// Short sounds, generated rather than loaded; off by default.

let context: AudioContext | null = null;

/** Plays notes with the given frequencies, duration in seconds, and distance. */
function play(notes: number[], length: number, apart: number) {
  try {
    context ??= new AudioContext();
    for (const [index, frequency] of notes.entries()) {
      const begin = context.currentTime + index * apart;
      const [tone, volume] = [context.createOscillator(), context.createGain()];
      tone.type = "triangle";
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.12, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
      tone.connect(volume).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + length);
    }
  } catch {
    // A browser without sound plays silently.
  }
}

export const moved = () => play([320], 0.07, 0);
export const won = () => play([523, 659, 784, 1047], 0.35, 0.11);
export const lost = () => play([220, 165], 0.3, 0.16);
