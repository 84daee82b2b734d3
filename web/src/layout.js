// What is on the page: gives every part its properties and commands, all of them the shell's.
import { html } from "./html.js";
import { Head, Loading, State, Top } from "./frame.js";
import { Brand } from "./icons.js";
import { whereOf } from "./judge.js";
import { DIALOGS, NEED_GAMES } from "./late.js";
import { Prose } from "./prose.js";
import { firstDeal } from "./router.js";
import { mainLine } from "./session.js";
import { readDaily, readGames, readStatistics, writeLevel } from "./storage.js";
import { Table } from "./table.js";

/** @typedef {import("./app.js").App} App */

/** What is on the page. @param {App} app */
export function page(app) {
  const { game } = app;
  const { session } = game;
  const { games, busy, notice } = app.state;
  if (!session) {
    return html`<main class="empty">${game.error
      ? html`<div class="nothing"><h1><${Brand} />Patience</h1><p role="alert"><${Prose} text=${game.error} /></p><button class="primary" onClick=${() => { game.error = ""; app.openLink(app.router.first()); }}>Try again</button></div>`
      : html`<${Loading} where=${app.router.first().where} onStop=${() => app.openLink(firstDeal)} />`}</main>`;
  }
  const { settings, tab, stage, dialog, parts, open } = app.state;
  const node = session.current;
  const { view } = node.position;
  const info = app.info();
  const title = info?.title ?? "";
  const analysing = tab === "analyse";
  const wide = view.columns > 1.6 * view.rows;
  const side = parts ? html`<${parts.Beside} game=${game} about=${info?.summary} wide=${wide} Graph=${analysing ? parts.Graph : null} picked=${app.state.picked} letters=${settings.letters} command=${app.command} staged=${stage?.view} tree=${stage?.tree} />` : null;
  return html`<div class=${`app ${node.position.game} ${wide ? "is-wide" : "is-square"} ${open ? "is-open" : ""} ${stage ? "has-stage" : ""} ${app.state.pointed?.stage ? "has-line" : ""}`}>
    <${Top} games=${games} current=${node.position.game} studies=${app.state.studies} command=${app.command} state=${html`<${State} game=${game} settings=${settings} away=${!!stage} />`} onGame=${(each) => app.otherGame(each)} />
    <main>
      <aside class="rail" aria-label="this deal">${parts ? html`<${parts.Rail} days=${readDaily()} onDay=${(day) => { app.setState({ day }); app.openDialog("daily"); }} />${info ? html`<${parts.DealFacts} game=${game} best=${readStatistics()[game.name]?.fewest} command=${app.command} />` : null}<${parts.KeyList} />` : null}</aside>
      <section class="stage" aria-label="game">
        <${Head} game=${game} title=${title} settings=${settings} away=${!!stage} analysing=${analysing} command=${app.command} daily=${session.daily && parts ? parts.dailyNames(session.daily, title.replace(/ \(.*/, "")) : null} />
        ${notice || game.error ? html`<div class="notice" role="alert"><p title=${game.error || notice}><${Prose} text=${game.error || notice} /></p><button class="quiet" onClick=${() => { if (game.error) game.error = ""; else app.setState({ notice: "" }); app.setState({}); }}>Dismiss</button></div>` : null}
        <div class="duo"><div class="room" onWheel=${analysing && !stage ? app.onWheel : undefined}><${Table} game=${game} node=${node} title=${title} settings=${settings} analysing=${analysing} stage=${stage} pointed=${app.state.pointed} down=${app.isDown(stage?.view ?? view)} enqueue=${app.inTurn} onPick=${(picked) => app.setState({ picked })} />
          ${parts && node.position.won && !stage && game.made > 0 && app.state.admired !== node ? html`<${parts.Won} game=${game} command=${app.command} onClose=${() => { app.setState({ admired: node }); app.analyse(true); }} />` : null}</div>${wide ? null : side}</div>
        ${wide ? side : null}
        ${stage ? html`<p class="stage-note">${stage.note}</p>` : null}
        ${parts ? html`<${parts.Actions} game=${game} analysing=${analysing} command=${app.command} onAnalyse=${app.analyse} onFilm=${app.film} />` : null}
        ${parts && app.state.printing ? html`<${parts.Printed} game=${game} analysing=${analysing} />` : null}
        ${busy ? html`<div class="dealing" role="status"><p>${busy}</p><button onClick=${() => app.dealing?.abort()}>Stop</button></div>` : null}
      </section>
      ${parts ? panel(app, node, info, analysing) : html`<aside class="panel main-panel" aria-label="about this game"></aside>`}
    </main>
    ${dialog && parts?.[DIALOGS[dialog]] && isReady(app, dialog, info) ? dialogOf(app, dialog, parts, info) : null}
  </div>`;
}

/** What stands beside the board: the moves, or what was chosen in the tabs. @param {App} app */
function panel(app, node, info, analysing) {
  const { game } = app;
  const { tab, parts, stage, film, draft, open } = app.state;
  const play = html`<${parts.PlayPanel} game=${game} analysing=${analysing} picked=${app.state.picked} command=${app.command} onAnalyse=${app.analyse} onFilm=${app.film}>
    ${analysing
      ? html`<div class="sheet-graph"><${parts.Graph} id="sheet" line=${mainLine(/** @type {any} */ (game.session))} current=${node} onGoTo=${app.command.goTo} /></div>`
      : html`<div class="pair below-rail"><button aria-label="copy link" onClick=${app.command.copyLink}>Link</button><button onClick=${app.command.edit}>Edit</button></div>`}
  <//>`;
  const other = {
    watch: () => html`<${parts.Watch} game=${game} info=${info} plan=${film} staged=${!!stage} ask=${app.ask} onStage=${app.setStage} onFilm=${(plan) => app.setState({ film: plan })} onLeft=${app.toBoard} command=${app.command} />`,
    compare: () => html`<${parts.Compare} info=${info} at=${whereOf(node)} onHelp=${app.command.help} />`,
    edit: () => html`<${parts.Edit} node=${node} draft=${draft} ask=${app.ask} movesHere=${game.movesHere()} onDraft=${(next) => app.setState({ draft: next })} onStage=${app.setStage} onOpen=${app.openSession} onCopy=${(text, name) => app.copy(text, name, "The text stands in the editor.")} />`,
  }[tab];
  const peek = stage ? html`<${parts.Staged} note=${stage.note} onClose=${draft ? null : () => { app.leave(); app.toBoard(); }} />` : html`<${parts.Sentence} game=${game} picked=${app.state.picked} command=${app.command} onFilm=${app.film} short />`;
  return html`<${parts.Panel} tab=${tab} open=${open} peek=${peek} onOpen=${() => app.setState({ open: !open })} onTab=${(id) => app.setTab(id)}>
    ${other ? other() : play}
  <//>`;
}

/** Whether all is known that stands in a dialog: nothing of it moves away from under a finger later. @param {App} app */
const isReady = (app, dialog, info) => (dialog === "menu" ? app.state.studies !== null : info || !NEED_GAMES.has(dialog));

/** What lies over the page. @param {App} app */
function dialogOf(app, dialog, parts, info) {
  const { position } = app.game.session?.root ?? { position: { game: "", rules: "" } };
  const Part = parts[DIALOGS[dialog]];
  return html`<${Part} key=${dialog} onClose=${app.closeDialog} command=${app.command} games=${app.state.games} studies=${app.state.studies} ask=${app.ask}
    here=${position} current=${position.game} summary=${info?.summary} settings=${app.state.settings} onChange=${(change) => app.applySettings(change)}
    level=${app.state.level} onLevel=${(level) => { writeLevel(level); app.setState({ level }); }} kept=${dialog === "deal" ? readGames() : readGames().length}
    onOpen=${app.openSession} onKept=${(game) => app.openKept(game)} onGame=${(game) => app.otherGame(game)} onLink=${(link) => link && app.openLink(link)} onPlay=${() => { app.closeDialog(); app.nextDeal(); }}
    days=${readDaily()} day=${app.state.day} onDaily=${(game, tag) => app.dailyDeal(game, tag)} onCopy=${(text, what, stands) => app.copy(text, what, stands)} onLesson=${() => app.setState({ dialog: "lesson" })} reading=${app.reading} onReading=${(reading) => (app.reading = reading)} at=${whereOf(app.game.current)} info=${info} position=${app.game.current.position} where=${app.game.session?.where} moves=${app.game.movesHere()} name=${app.game.session?.name} lanes=${app.state.lanes} onLanes=${(address) => app.router.amend(address)} onExport=${parts.exportGames} onImport=${app.importGames} />`;
}
