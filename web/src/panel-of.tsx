// Content of the panel next to the board: the moves, or that of the selected tab.
import type { Late } from "./late";
import { titleOf } from "./model/say";
import { mainLine, whereOf } from "./model/session";
import type { Node } from "./model/session";
import type { Shell } from "./shell";

export function panelOf(app: Shell, node: Node) {
  const { parts, tab, open } = app.state;
  if (!parts) return <aside class="panel main-panel" aria-label="about this game" />;
  return (
    <parts.Panel
      tab={tab}
      open={open}
      peek={peekOf(app, parts)}
      onOpen={() => app.setState({ open: !open })}
      onTab={app.setTab}
    >
      {contentOf(app, node, parts)}
    </parts.Panel>
  );
}

/** The content of a phone's closed sheet. */
function peekOf(app: Shell, parts: Late) {
  const { stage, draft, picked } = app.state;
  const leave = () => {
    app.leave();
    app.toBoard();
  };
  if (stage) return <parts.Staged note={stage.note} onClose={draft ? null : leave} />;
  return (
    <parts.Sentence
      game={app.game}
      picked={picked}
      command={app.command}
      onFilm={app.film}
      isNew={app.isNew()}
      down={app.isDown(app.game.current.position.view)}
      short
    />
  );
}

function contentOf(app: Shell, node: Node, parts: Late) {
  const { game, command } = app;
  const { tab, stage, film, draft, draws } = app.state;
  if (tab === "compare")
    return (
      <parts.Compare
        info={app.info()}
        at={whereOf(node)}
        onHelp={command.help}
        onWide={() => command.dialog("compare")}
      />
    );
  if (tab === "watch")
    return (
      <parts.Watch
        game={game}
        info={app.info()}
        plan={film}
        staged={!!stage}
        ask={app.ask}
        onStage={app.setStage}
        onFilm={(plan) => app.setState({ film: plan })}
        onLeft={app.toBoard}
        command={command}
      />
    );
  if (tab === "edit")
    return (
      <parts.Edit
        node={node}
        title={titleOf(app.state.games, node.position.game)}
        draft={draft}
        draws={draws}
        ask={app.ask}
        movesHere={game.movesHere()}
        onDraft={(next) => app.setState({ draft: next, draws: false })}
        onStage={app.setStage}
        onOpen={app.openSession}
        onCopy={(text, what) => app.copy(text, what, "The text is in the editor.")}
      />
    );
  return playOf(app, node, parts);
}

function playOf(app: Shell, node: Node, parts: Late) {
  const { game, command } = app;
  const { tab, picked } = app.state;
  const analysing = tab === "analyse";
  return (
    <parts.PlayPanel
      game={game}
      analysing={analysing}
      picked={picked}
      isNew={app.isNew()}
      down={app.isDown(node.position.view)}
      command={command}
      onAnalyse={app.analyse}
      onFilm={app.film}
      onPlay={app.tryAgain}
    >
      {analysing ? (
        <div class="sheet-graph">
          <parts.Graph line={mainLine(game.opened)} current={node} onGoTo={command.goTo} />
        </div>
      ) : null}
      <div class="pair below-rail">
        <button aria-label="copy link" onClick={command.copyLink}>
          Link
        </button>
        <button onClick={command.edit}>{analysing ? "Edit board" : "Edit"}</button>
      </div>
    </parts.PlayPanel>
  );
}
