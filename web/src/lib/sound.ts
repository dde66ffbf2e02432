/** Sound is off until asked for. Everything is made here from a few waves; nothing is loaded. */
import { settings } from "./settings.svelte";

let context: AudioContext | undefined;

const note = (frequency: number, at: number, length: number, loud: number, wave: OscillatorType): void => {
  if (!context) return;
  const tone = context.createOscillator();
  const gain = context.createGain();
  const start = context.currentTime + at;
  tone.type = wave;
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.6, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
};

const ready = (): boolean => {
  if (!settings.sound) return false;
  context ??= new AudioContext();
  void context.resume();
  return true;
};

/** My turn: two soft knocks, and a short tremble of a phone. */
export const knock = (): void => {
  if (!ready()) return;
  note(190, 0, 0.12, 0.35, "sine");
  note(170, 0.16, 0.14, 0.3, "sine");
  if ("vibrate" in navigator) navigator.vibrate(40);
};
/** A card slides. */
export const slide = (): void => {
  if (ready()) note(820, 0, 0.06, 0.05, "triangle");
};
/** A crystal arrives. */
export const chime = (): void => {
  if (!ready()) return;
  note(1320, 0, 0.5, 0.12, "sine");
  note(1980, 0.05, 0.45, 0.06, "sine");
};
