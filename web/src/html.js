// The view library: preact with htm's templates.
import { Component, h, render } from "../vendor/preact.mjs";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.mjs";
import htm from "../vendor/htm.mjs";

export const html = htm.bind(h);
export { Component, render, useEffect, useLayoutEffect, useMemo, useRef, useState };
